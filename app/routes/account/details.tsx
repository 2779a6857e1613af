import { useRef, type ReactNode } from 'react'
import { Form, useNavigation, useOutletContext } from 'react-router'

import type { Route } from './+types/details'

import { AccountHeading } from '#app/account/account-links.tsx'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, fieldPropsOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { useShop } from '#app/api/use-shop.ts'
import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import type { User } from '#contract/accounts.ts'
import type { Api } from '#contract/api.ts'
import { MIN_PASSWORD_CHARACTERS } from '#contract/password-limits.ts'
import { phoneDigits } from '#contract/phone-number.ts'

type FormName = 'details' | 'email' | 'password'

interface Outcome extends FormResult {
  /** The form that was sent. */
  form: FormName
}

type Values = Record<string, string>

const FAILED = 'Your change could not be saved. Please try again later.'

async function saveDetails(api: Api, { firstname = '', lastname = '', phone = '' }: Values): Promise<FormResult> {
  const details = { firstname, lastname, phone: phoneDigits(phone) }
  try {
    return { success: (await api.changeDetails(details)).message }
  } catch (error) {
    return failureOf(error, { firstname, lastname, phone }, FAILED)
  }
}

async function saveEmail(api: Api, { email = '', password = '' }: Values): Promise<FormResult> {
  try {
    return { success: (await api.changeEmail({ email, password })).message }
  } catch (error) {
    return failureOf(error, { email }, FAILED)
  }
}

async function savePassword(api: Api, { password = '', newPassword = '' }: Values): Promise<FormResult> {
  try {
    return { success: (await api.changePassword({ password, newPassword })).message }
  } catch (error) {
    return failureOf(error, {}, FAILED)
  }
}

const SAVE: Record<FormName, typeof saveDetails> = { details: saveDetails, email: saveEmail, password: savePassword }

async function save(api: Api, form: FormData): Promise<Outcome> {
  const { form: sent, ...values } = textsOf(form)
  const name: FormName = sent === 'password' || sent === 'email' ? sent : 'details'
  return { ...(await SAVE[name](api, values)), form: name }
}

export const action = async ({ context, request }: Route.ActionArgs) =>
  save(serverApi(context), await request.formData())
export const clientAction = async ({ request }: Route.ClientActionArgs) => save(browserApi, await request.formData())

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your details', isIndexed: false })

export default function Details({ actionData }: Route.ComponentProps) {
  const customer = useOutletContext<User>()
  const { refresh } = useVisitor()
  const { sendsMail } = useShop()
  const [emails, passwords] = [useRef<HTMLFormElement>(null), useRef<HTMLFormElement>(null)]
  useFormOutcome(actionData, {
    onSuccess: async () => {
      const sent = { details: undefined, email: emails, password: passwords }[actionData?.form ?? 'details']
      sent?.current?.reset()
      await refresh()
    },
  })
  const resultOf = (form: FormName) => (actionData?.form === form ? actionData : undefined)
  const details = fieldPropsOf(resultOf('details'))
  const email = fieldPropsOf(resultOf('email'))
  const detail = (name: 'firstname' | 'lastname' | 'phone') => {
    const field = details(name)
    return { ...field, defaultValue: field.defaultValue ?? customer[name], required: true }
  }

  return (
    <div className="container max-w-2xl py-10">
      <AccountHeading title="Your details" />
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
            Your address is <BreakableEmail email={customer.email} />
            <span>. </span>
            <span>
              {sendsMail
                ? 'We send a link to the new one, at most one a day. With it the address changes, and you are logged out everywhere.'
                : 'It changes at once. On every other device you are logged out.'}
            </span>
          </p>
          <TextField label="New e-mail address" type="email" autoComplete="email" required {...email('email')} />
          <PasswordField label="Your password" autoComplete="current-password" required {...email('password')} />
        </PartForm>
      </Part>
      <Part title="Password">
        <PartForm name="password" result={resultOf('password')} button="Change the password" formRef={passwords}>
          <p className="text-muted">You stay logged in here. On every other device you are logged out.</p>
          <input type="hidden" name="username" autoComplete="username" value={customer.email} />
          <PasswordField label="Present password" name="password" autoComplete="current-password" required />
          <PasswordField
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            hint={`At least ${MIN_PASSWORD_CHARACTERS} characters, and none that is easy to guess.`}
            required
          />
        </PartForm>
      </Part>
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
