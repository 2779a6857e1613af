import { Form, Link, useNavigation } from 'react-router'

import type { Route } from './+types/forgot-password'

import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, fieldPropsOf, textIn, type FormResult } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { CustomerApi } from '#contract/api/customer-api.ts'

async function ask(api: CustomerApi, form: FormData): Promise<FormResult> {
  const email = textIn(form, 'email')
  try {
    return { success: (await api.forgotPassword(email)).message, values: { email } }
  } catch (error) {
    return failureOf(error, { email }, 'The mail could not be asked for. Please try again later.')
  }
}

export const action = async ({ context, request }: Route.ActionArgs) =>
  ask(serverApi(context), await request.formData())
export const clientAction = async ({ request }: Route.ClientActionArgs) => ask(browserApi, await request.formData())

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Forgotten password', isIndexed: false })

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const isPending = useNavigation().formMethod === 'POST'
  return (
    <div className="container max-w-md py-12">
      <h1 className="heading heading-1">Forgotten password</h1>
      {actionData?.success ? (
        <>
          <p role="status" className="lead mt-5">
            {actionData.success}
          </p>
          <p className="mt-5 text-muted">Nothing there? Please look among the spam too.</p>
        </>
      ) : (
        <Form method="post" className="mt-8 grid gap-5">
          <p className="text-muted">We send a link to your address. With it you choose a new password.</p>
          <ErrorSummary failure={actionData?.failure} />
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            required
            {...fieldPropsOf(actionData)('email')}
          />
          <Button type="submit" isPending={isPending} pendingText="Sending...">
            Send me a link
          </Button>
        </Form>
      )}
      <p className="mt-6 text-muted">
        <Link to="/signin" className="link">
          Back to the login
        </Link>
      </p>
    </div>
  )
}
