import { Link } from 'react-router'

import { fieldPropsOf, type FormResult } from '#app/api/form-result.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { MIN_PASSWORD_CHARACTERS } from '#contract/accounts/password-limits.ts'

interface FieldsProps {
  result: FormResult | undefined
}

/** What went wrong, e-mail and password. */
export function SignInFields({ result, email }: FieldsProps & { email?: string | undefined }) {
  const field = fieldPropsOf(result)
  return (
    <>
      <ErrorSummary failure={result?.failure} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username webauthn"
        required
        {...field('email')}
        defaultValue={result?.values?.email ?? email}
      />
      <PasswordField label="Password" autoComplete="current-password" required {...field('password')} />
    </>
  )
}

/** What went wrong, and the five fields of a registration. */
export function RegistrationFields({ result }: FieldsProps) {
  const field = fieldPropsOf(result)
  return (
    <>
      <ErrorSummary failure={result?.failure} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" required {...field('firstname')} />
        <TextField label="Last name" autoComplete="family-name" required {...field('lastname')} />
      </div>
      <TextField label="Email" type="email" autoComplete="username" required {...field('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_CHARACTERS} characters, and none that is easy to guess.`}
        required
        {...field('password')}
      />
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel-national"
        placeholder="Phone (10 digits)"
        required
        {...field('phone')}
      />
      <p className="text-sm text-muted">
        We keep these for your account and your orders, and pass on only what payment and delivery need. On your profile
        you can download all of it and erase your account. More under{' '}
        <Link className="link" to="/privacy">
          Privacy
        </Link>
        .
      </p>
    </>
  )
}
