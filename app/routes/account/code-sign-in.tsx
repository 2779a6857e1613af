import { useState } from 'react'
import { Form, Link, redirect, useLocation, useNavigation } from 'react-router'

import type { Route } from './+types/code-sign-in'

import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, fieldPropsOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { useAfterSignIn } from '#app/cart/use-after-sign-in.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { CustomerApi } from '#contract/api/customer-api.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

interface Outcome extends FormResult {
  /** Set once a code was asked for: what the server said. */
  asked?: string
}

/** Asks for the code with the e-mail alone, and signs in with both. */
async function submit(api: CustomerApi, values: Record<string, string>): Promise<Outcome> {
  const { email = '', code, asked = '' } = values
  try {
    if (code === undefined) return { asked: (await api.sendCode(email)).message, values: { email } }
    await api.loginByCode({ email, code })
    return { success: WORDINGS.session.signedIn }
  } catch (error) {
    return { ...failureOf(error, { email }, WORDINGS.session.signInFailed), ...(asked && { asked }) }
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const result = await submit(serverApi(context), textsOf(await request.formData()))
  return result.success ? redirect('/') : result
}
export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  submit(browserApi, textsOf(await request.formData()))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Login by a code', isIndexed: false })

export default function CodeSignIn({ actionData }: Route.ComponentProps) {
  const isPending = useNavigation().formMethod === 'POST'
  const { search } = useLocation()
  const [first] = useState(search)
  const { continueSignedIn } = useAfterSignIn(search)
  useFormOutcome(actionData, { onSuccess: continueSignedIn })
  const field = fieldPropsOf(actionData)
  const asked = actionData?.asked
  const email = actionData?.values?.email
  return (
    <div className="container max-w-md py-12">
      <h1 className="heading heading-1">Login by a code</h1>
      <Form method="post" key={asked} className="mt-8 grid gap-5">
        <p role="status" className="text-muted">
          {asked ?? 'We send a code of six digits to your address. No password is needed.'}
        </p>
        <ErrorSummary failure={actionData?.failure} />
        {asked ? (
          <>
            <input type="hidden" name="email" value={email} />
            <input type="hidden" name="asked" value={asked} />
            <TextField
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              required
              {...field('code')}
            />
            <Button type="submit" isPending={isPending}>
              Login
            </Button>
          </>
        ) : (
          <>
            <TextField label="Email" type="email" autoComplete="username" required {...field('email')} />
            <Button type="submit" isPending={isPending} pendingText="Sending...">
              Send me a code
            </Button>
          </>
        )}
      </Form>
      <p className="mt-6 text-muted">
        <Link to={`/signin${first}`} className="link">
          Login with the password
        </Link>
      </p>
    </div>
  )
}
