import { ButtonLink } from '#app/ui/button.tsx'

/**
 * In place of a form, for somebody of the staff who is signed in to the shop. The API refuses the call with the same
 * reason.
 */
export function StaffAccountNotice() {
  return (
    <div className="mt-6 grid justify-items-start gap-4">
      <p>This account belongs to the staff. It is changed in the admin area only.</p>
      <ButtonLink to="/admin/account" variant="outline">
        To your account in the admin area
      </ButtonLink>
    </div>
  )
}
