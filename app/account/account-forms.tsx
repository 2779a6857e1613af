import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

import { passkeyApi } from '#app/account/passkey-calls.ts'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { failureOf, fieldPropsOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { useShop } from '#app/api/use-shop.ts'
import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { PasswordField } from '#app/ui/password-field.tsx'
import type { User } from '#contract/accounts/accounts.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'
import type { Passkey } from '#contract/accounts/passkeys.ts'
import type { EmailChange, PasswordChange, ProfileDetails } from '#contract/accounts/profile.ts'
import { MIN_PASSWORD_CHARACTERS } from '#contract/accounts/password-limits.ts'
import { phoneDigits } from '#contract/schemas/phone-number.ts'

type Audience = 'customer' | 'admin'
type FormName = 'details' | 'email' | 'password'

interface AccountOutcome extends FormResult {
  /** The form that was sent. */
  form: FormName
}

/** The calls that change an account: a customer's, or those of the admin area. */
interface AccountCalls {
  changeDetails(details: ProfileDetails): Promise<MessageAnswer>
  changeEmail(change: EmailChange): Promise<MessageAnswer>
  changePassword(change: PasswordChange): Promise<MessageAnswer>
}

type Values = Record<string, string>

const FAILED = 'Your change could not be saved. Please try again later.'

const callOf: Record<FormName, (calls: AccountCalls, values: Values) => Promise<MessageAnswer>> = {
  details: (calls, { firstname = '', lastname = '', phone = '' }) =>
    calls.changeDetails({ firstname, lastname, phone: phoneDigits(phone) }),
  email: (calls, { email = '', password = '', removesPasskeys }) =>
    calls.changeEmail({ email, password, removesPasskeys: removesPasskeys === 'on' }),
  password: (calls, { password = '', newPassword = '', removesPasskeys }) =>
    calls.changePassword({ password, newPassword, removesPasskeys: removesPasskeys === 'on' }),
}

/** Saves what one of `AccountForms` has sent. */
export async function saveAccount(calls: AccountCalls, form: FormData): Promise<AccountOutcome> {
  const { form: sent, newPassword, ...values } = textsOf(form)
  const name: FormName = sent === 'password' || sent === 'email' ? sent : 'details'
  try {
    const { message } = await callOf[name](calls, { ...values, ...(newPassword !== undefined && { newPassword }) })
    return { success: message, form: name }
  } catch (error) {
    return { ...failureOf(error, values, FAILED), form: name }
  }
}

interface AccountFormsProps {
  person: User
  audience: Audience
  result: AccountOutcome | undefined
  /** Reads the person again after a change. */
  onSaved(): void | Promise<void>
}

/** The forms for name, phone, e-mail address and password of an account. */
export function AccountForms({ person, audience, result, onSaved }: AccountFormsProps) {
  const { sendsMail } = useShop()
  const passkeys = usePasskeys(audience)
  const [emails, passwords] = [useRef<HTMLFormElement>(null), useRef<HTMLFormElement>(null)]
  useFormOutcome(result, {
    onSuccess: async () => {
      const sent = { details: undefined, email: emails, password: passwords }[result?.form ?? 'details']
      sent?.current?.reset()
      await onSaved()
    },
  })
  const resultOf = (form: FormName) => (result?.form === form ? result : undefined)
  const details = fieldPropsOf(resultOf('details'))
  const email = fieldPropsOf(resultOf('email'))
  const detail = (name: 'firstname' | 'lastname' | 'phone') => {
    const field = details(name)
    return { ...field, defaultValue: field.defaultValue ?? person[name], required: true }
  }

  return (
    <>
      <Part title="Name and phone">
        <PartForm name="details" result={resultOf('details')} button="Save">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="First name" autoComplete="given-name" {...detail('firstname')} />
            <TextField label="Last name" autoComplete="family-name" {...detail('lastname')} />
          </div>
          <TextField label="Phone" type="tel" autoComplete="tel-national" {...detail('phone')} />
        </PartForm>
      </Part>
      <Part title="E-mail address">
        <PartForm name="email" result={resultOf('email')} button="Change the address" formRef={emails}>
          <p className="text-muted wrap-anywhere">
            Your address is <BreakableEmail email={person.email} />
            <span>. </span>
            <span>
              {sendsMail
                ? 'We send a link to the new one, at most one a day. With it the address changes, and you are logged out everywhere.'
                : 'It changes at once. On every other device you are logged out.'}
            </span>
          </p>
          <TextField label="New e-mail address" type="email" autoComplete="email" required {...email('email')} />
          <PasswordField label="Your password" autoComplete="current-password" required {...email('password')} />
          <PasskeysToRemove passkeys={passkeys} />
        </PartForm>
      </Part>
      <Part title="Password">
        <PartForm name="password" result={resultOf('password')} button="Change the password" formRef={passwords}>
          <p className="text-muted">You stay logged in here. On every other device you are logged out.</p>
          <input type="hidden" name="username" autoComplete="username" value={person.email} />
          <PasswordField label="Present password" name="password" autoComplete="current-password" required />
          <PasswordField
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            hint={`At least ${MIN_PASSWORD_CHARACTERS} characters, and none that is easy to guess.`}
            required
          />
          <PasskeysToRemove passkeys={passkeys} />
        </PartForm>
      </Part>
    </>
  )
}

/** The person's passkeys; none until they are read. */
function usePasskeys(audience: Audience): readonly Passkey[] {
  const [passkeys, setPasskeys] = useState<readonly Passkey[]>([])
  useEffect(() => {
    passkeyApi(audience)
      .listPasskeys()
      .then((answer) => setPasskeys(answer.passkeys))
      // Without them the box is there all the same, and names none.
      .catch(() => undefined)
  }, [audience])
  return passkeys
}

/** A passkey lets in without the password, so a change offers to end them all, and says which there are. */
function PasskeysToRemove({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <div className="grid gap-2">
      <CheckField name="removesPasskeys" label="Also remove my passkeys" className="min-h-11" />
      {passkeys.length > 0 && (
        <ul className="grid gap-1 text-sm text-muted">
          {passkeys.map(({ _id, name, lastUsedAt }) => (
            <li key={_id} className="wrap-anywhere">
              {`${name}, ${lastUsedAt ? `last used ${formatDateTime(lastUsedAt)}` : 'not used yet'}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="heading heading-3">{title}</h2>
      {children}
    </section>
  )
}

interface PartFormProps {
  name: FormName
  result: FormResult | undefined
  button: string
  formRef?: { current: HTMLFormElement | null }
  children: ReactNode
}

/** One of the screen's forms. Its answer stands in it, too, because a browser without JavaScript shows no toast. */
function PartForm({ name, result, button, formRef, children }: PartFormProps) {
  const isPending = useNavigation().formData?.get('form') === name
  return (
    <Form method="post" ref={formRef} className="mt-5 grid gap-5" preventScrollReset>
      <input type="hidden" name="form" value={name} />
      <ErrorSummary failure={result?.failure} />
      {result?.success && <p className="font-semibold">{result.success}</p>}
      {children}
      <Button type="submit" isPending={isPending} pendingText="Saving..." className="justify-self-start">
        {button}
      </Button>
    </Form>
  )
}
