import { Form, useNavigation } from 'react-router'

import type { Route } from './+types/confirm-email'

import { ClaimingPassword, confirmBy } from '#app/account/claiming-password.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { Api } from '#contract/api/api.ts'

const confirm = (api: Api, token: string, form: FormData) =>
  confirmBy(
    (password) => api.confirmEmail(token, password),
    form,
    'Your address could not be confirmed. Please try again later.',
  )

export const action = async ({ context, params, request }: Route.ActionArgs) =>
  confirm(serverApi(context), params.token, await request.formData())
export const clientAction = async ({ params, request }: Route.ClientActionArgs) =>
  confirm(browserApi, params.token, await request.formData())

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Confirm your address', isIndexed: false })

/**
 * The page behind the link in the confirmation mail. Opening it confirms nothing, because mail programs open links by
 * themselves; the button does.
 */
export default function ConfirmEmail({ actionData }: Route.ComponentProps) {
  const isSending = useNavigation().formMethod === 'POST'
  const answer = actionData?.success ?? actionData?.ended
  if (answer) {
    return (
      <div className="container max-w-xl py-12">
        <h1 className="heading heading-1">{actionData?.success ? 'Address confirmed' : 'This link has ended'}</h1>
        <p role="status" className="lead mt-5">
          {answer}
        </p>
        <ButtonLink to="/user-profile" className="mt-8">
          To my profile
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="container max-w-xl py-12">
      <h1 className="heading heading-1">Confirm your address</h1>
      <p className="lead mt-5">
        If you have an account with us, please confirm that the address where you found this link is yours. Then we
        write to you there about your orders.
      </p>
      <p className="mt-5 text-muted">
        If you have none, somebody else gave your address. Then close this page and do nothing.
      </p>
      <Form method="post" className="mt-8 grid gap-5">
        <ErrorSummary failure={actionData?.failure} />
        <ClaimingPassword outcome={actionData} />
        <Button type="submit" isPending={isSending} pendingText="Confirming..." className="justify-self-start">
          Confirm my address
        </Button>
      </Form>
    </div>
  )
}
