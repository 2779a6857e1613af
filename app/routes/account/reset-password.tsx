import { Form, useNavigation } from 'react-router'

import type { Route } from './+types/reset-password'

import { outcomeOf, type LinkOutcome } from '#app/account/mailed-link-page.tsx'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { fieldPropsOf, textIn } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import type { CustomerApi } from '#contract/api/customer-api.ts'
import { MIN_PASSWORD_CHARACTERS } from '#contract/accounts/password-limits.ts'

interface Outcome extends LinkOutcome {
  /** True once the link has turned out to be of somebody of the staff with a second factor. */
  needsCode?: boolean
}

async function reset(api: CustomerApi, token: string, form: FormData): Promise<Outcome> {
  const code = textIn(form, 'code')
  const outcome = await outcomeOf(
    api.resetPassword({ token, password: textIn(form, 'password'), ...(code && { code }) }),
    'Your password could not be changed. Please try again later.',
  )
  return { ...outcome, needsCode: form.has('code') || outcome.failure?.code === 'code_needed' }
}

export const action = async ({ context, params, request }: Route.ActionArgs) =>
  reset(serverApi(context), params.token, await request.formData())
export const clientAction = async ({ params, request }: Route.ClientActionArgs) =>
  reset(browserApi, params.token, await request.formData())

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New password', isIndexed: false })

/**
 * The page behind the link in the mail. Mail programs open links by themselves, so opening it does not use the link up.
 */
export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const isPending = useNavigation().formMethod === 'POST'
  const answer = actionData?.success ?? actionData?.ended
  return (
    <div className="container max-w-md py-12">
      <h1 className="heading heading-1">{actionData?.ended ? 'This link has ended' : 'New password'}</h1>
      {answer ? (
        <>
          <p role="status" className="lead mt-5">
            {answer}
          </p>
          <ButtonLink to={actionData?.success ? '/signin' : '/forgot-password'} className="mt-8">
            {actionData?.success ? 'Login' : 'Ask for a new link'}
          </ButtonLink>
        </>
      ) : (
        <Form method="post" className="mt-8 grid gap-5">
          <p className="text-muted">With a new password you are logged out on every device.</p>
          <ErrorSummary failure={actionData?.failure} />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint={`At least ${MIN_PASSWORD_CHARACTERS} characters, and none that is easy to guess.`}
            required
            {...fieldPropsOf(actionData)('password')}
          />
          {actionData?.needsCode && (
            <TextField
              label="Code of your app, or a recovery code"
              name="code"
              autoComplete="one-time-code"
              maxLength={40}
              required
              error={actionData.failure?.fields?.code}
            />
          )}
          <Button type="submit" isPending={isPending} pendingText="Saving...">
            Save the password
          </Button>
        </Form>
      )}
    </div>
  )
}
