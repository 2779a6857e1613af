import { ROLE_LABELS } from '#app/admin/staff/role-labels.ts'
import { STAFF_ROLES } from '#contract/accounts/staff-roles.ts'

/** What each role has. */
export const RoleList = () => (
  <section aria-labelledby="roles">
    <h2 id="roles" className="admin-subtitle">
      What each role has
    </h2>
    <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
      {STAFF_ROLES.map((role) => (
        <div key={role} className="sm:contents">
          <dt className="font-semibold">{ROLE_LABELS[role].label}</dt>
          <dd className="text-muted">{ROLE_LABELS[role].does}</dd>
        </div>
      ))}
    </dl>
  </section>
)
