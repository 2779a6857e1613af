import { Form, useNavigation } from 'react-router'

import type { Route } from './+types/keep-account'

import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, type FormResult } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { Api } from '#contract/api.ts'
import { isShopError } from '#contract/errors.ts'

interface Outcome extends FormResult {
  /** Set where the link is unknown or used: the sentence to show. */
  ended?: string
}

async function keep(api: Api, token: string): Promise<Outcome> {
  try {
    return { success: (await api.keepAccount(token)).message }
  } catch (error) {
    if (isShopError(error) && error.code === 'not_found') return { ended: error.message }
    return failureOf(error, {}, 'Your account could not be kept. Please try again later.')
  }
}

export const action = ({ context, params }: Route.ActionArgs) => keep(serverApi(context), params.token)
export const clientAction = ({ params }: Route.ClientActionArgs) => keep(browserApi, params.token)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Keep your account', isIndexed: false })

/** The page behind the link in the mail about an erasing. Opening it changes nothing; the button does. */
export default function KeepAccount({ actionData }: Route.ComponentProps) {
  const isSending = useNavigation().formMethod === 'POST'
  const answer = actionData?.success ?? actionData?.ended
  return (
    <div className="container max-w-xl py-12">
      <h1 className="heading heading-1">{actionData?.ended ? 'This link has ended' : 'Keep your account'}</h1>
      {answer ? (
        <>
          <p role="status" className="lead mt-5">
            {answer}
          </p>
          <ButtonLink to="/signin" className="mt-8">
            Login
          </ButtonLink>
        </>
      ) : (
        <Form method="post" className="mt-5 grid gap-5">
          <p className="lead">Your account is to be erased. Have you changed your mind?</p>
          <ErrorSummary failure={actionData?.failure} />
          <Button type="submit" isPending={isSending} className="justify-self-start">
            Keep my account
          </Button>
        </Form>
      )}
    </div>
  )
}
