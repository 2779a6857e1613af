import { Form, useNavigation } from 'react-router'

import type { Route } from './+types/confirm-by-code'

import { AccountHeading } from '#app/account/account-links.tsx'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { failureOf, fieldPropsOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { CustomerApi } from '#contract/api/customer-api.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

interface Outcome extends FormResult {
  /** Set once a code was asked for: what the server said. */
  asked?: string
}

/** Asks for the code, and confirms the order with it. */
async function submit(
  api: CustomerApi,
  orderId: string,
  { code, asked = '' }: Record<string, string>,
): Promise<Outcome> {
  try {
    if (code === undefined) return { asked: (await api.sendOrderCode(orderId)).message }
    return { success: (await api.confirmOrderByCode(orderId, code)).message }
  } catch (error) {
    const failure = failureOf(error, {}, 'Your order could not be confirmed. Please try again later.')
    return { ...failure, ...(asked && { asked }) }
  }
}

export const action = async ({ context, request, params }: Route.ActionArgs) =>
  submit(serverApi(context), params.orderId, textsOf(await request.formData()))
export const clientAction = async ({ request, params }: Route.ClientActionArgs) =>
  submit(browserApi, params.orderId, textsOf(await request.formData()))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Confirm your order', isIndexed: false })

/** Confirms an order that is paid at the door by a code, for who does not open links of mails. */
export default function ConfirmByCode({ actionData, params: { orderId } }: Route.ComponentProps) {
  const isPending = useNavigation().formMethod === 'POST'
  const field = fieldPropsOf(actionData)
  const { asked, success, failure } = actionData ?? {}
  return (
    <div className="container max-w-md py-10">
      <AccountHeading title={`Confirm order #${shortIdOf(orderId)}`} />
      <Form method="post" key={asked} className="mt-6 grid gap-5">
        <p role="status" className="text-muted">
          {success ?? asked ?? 'You pay the courier at the door. We send a code of six digits to your address.'}
        </p>
        <ErrorSummary failure={failure} />
        {asked && !success && (
          <>
            <input type="hidden" name="asked" value={asked} />
            <TextField
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              required
              {...field('code')}
            />
          </>
        )}
        {success ? (
          <ButtonLink to={`/user-profile#${orderId}`}>View your order</ButtonLink>
        ) : (
          <Button type="submit" isPending={isPending}>
            {asked ? 'Confirm the order' : 'Send me a code'}
          </Button>
        )}
      </Form>
    </div>
  )
}
