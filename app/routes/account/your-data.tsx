import { Form, redirect, useNavigation, useOutletContext } from 'react-router'

import type { Route } from './+types/your-data'

import { AccountHeading } from '#app/account/account-links.tsx'
import { ConfirmationMail } from '#app/account/email-confirmation.tsx'
import { StaffAccountNotice } from '#app/account/staff-account-notice.tsx'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, fieldPropsOf, textIn, type FormResult } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import type { User } from '#contract/accounts/accounts.ts'
import type { CustomerApi } from '#contract/api/customer-api.ts'

/** The call signs the customer out, so its answer is a page of its own. */
async function erase(api: CustomerApi, form: FormData): Promise<FormResult | Response> {
  try {
    await api.eraseAccount({ password: textIn(form, 'password') })
  } catch (error) {
    return failureOf(error, {}, 'Your account could not be erased. Please try again later.')
  }
  return redirect('/erasure-asked')
}

export const action = async ({ context, request }: Route.ActionArgs) =>
  erase(serverApi(context), await request.formData())
export const clientAction = async ({ request }: Route.ClientActionArgs) => erase(browserApi, await request.formData())
export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your data', isIndexed: false })

export default function YourData({ actionData }: Route.ComponentProps) {
  const customer = useOutletContext<User>()
  useFormOutcome(actionData)
  return (
    <div className="container max-w-2xl py-10">
      <AccountHeading title="Your data" />
      {customer.role === 'customer' ? <OwnData email={customer.email} result={actionData} /> : <StaffAccountNotice />}
    </div>
  )
}

function OwnData({ email, result }: { email: string; result: FormResult | undefined }) {
  return (
    <>
      <section className="mt-10">
        <h2 className="heading heading-3">Download</h2>
        <p className="mt-3 text-muted">
          One file with everything that we have stored about you: account, addresses, orders, reviews, cart, wishlist
          and messages.
        </p>
        <a className="btn btn-outline mt-5" href="/api/users/data" download>
          Download my data
        </a>
      </section>
      <section className="mt-10">
        <h2 className="heading heading-3">Erase my account</h2>
        <p className="mt-3 text-muted">
          You are logged out everywhere at once. For seven days you may change your mind: log in, or use the link in our
          mail. Then we erase your account with everything that is yours. Orders stay without your name and address, and
          their receipts and invoices as tax law wants them; your reviews stay as those of “A customer”. If an order is
          on its way then, we wait until it has come.
        </p>
        <EraseForm email={email} result={result} />
      </section>
    </>
  )
}

function EraseForm({ email, result }: { email: string; result: FormResult | undefined }) {
  const isPending = useNavigation().formMethod === 'POST'
  return (
    <>
      <Form method="post" className="mt-5 grid gap-5">
        <ErrorSummary failure={result?.failure} />
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          {...fieldPropsOf(result)('password')}
        />
        <Button type="submit" variant="outline" isPending={isPending} className="justify-self-start">
          Erase my account
        </Button>
      </Form>
      {result?.failure?.code === 'confirmation_needed' && (
        <div className="mt-5">
          <ConfirmationMail />
        </div>
      )}
    </>
  )
}
