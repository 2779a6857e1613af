import { outcomeOf, type LinkOutcome } from '#app/account/mailed-link-page.tsx'
import { fieldPropsOf, textIn } from '#app/api/form-result.ts'
import { PasswordField } from '#app/ui/password-field.tsx'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'
import { MIN_PASSWORD_CHARACTERS } from '#contract/accounts/password-limits.ts'

interface ClaimOutcome extends LinkOutcome {
  /** True once the link wants a new password, because this browser is not signed in to the account. */
  needsPassword?: boolean
}

/** The outcome of a link that confirms an address, with the password that its form may have sent. */
export async function confirmBy(
  confirm: (password: string | undefined) => Promise<MessageAnswer>,
  form: FormData,
  fallback: string,
): Promise<ClaimOutcome> {
  const isAsked = form.has('password')
  const outcome = await outcomeOf(confirm(isAsked ? textIn(form, 'password') : undefined), fallback)
  return { ...outcome, needsPassword: isAsked || outcome.failure?.code === 'new_password_needed' }
}

/**
 * Asks for a new password where the link wants one: somebody else may have registered the address, and would get in by
 * the password of before.
 */
export function ClaimingPassword({ outcome }: { outcome: ClaimOutcome | undefined }) {
  if (!outcome?.needsPassword) return null
  return (
    <>
      <p className="text-muted">
        You are not logged in to this account here, and somebody else may have made it. With a new password it is yours
        alone: every login and passkey of before ends.
      </p>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_CHARACTERS} characters, and none that is easy to guess.`}
        required
        {...fieldPropsOf(outcome)('password')}
      />
    </>
  )
}
