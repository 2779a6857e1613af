import { useCallback } from 'react'
import { Form, Link, redirect, useLocation, useNavigate, useNavigation } from 'react-router'

import type { Route } from './+types/sign-up'

import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/context.ts'
import { failureOf, fieldPropsOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { wantedIn, wantedQuery } from '#app/cart/wanted-address.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import type { Api } from '#contract/api.ts'
import type { Registration } from '#contract/accounts.ts'
import { WORDINGS } from '#contract/wordings.ts'

async function register(api: Api, request: Request): Promise<FormResult> {
  const values = textsOf(await request.formData())
  const registration = { ...values, phone: (values.phone ?? '').replaceAll(/\D/g, '') }
  try {
    const { message, user } = await api.register(registration as unknown as Registration)
    return { success: message, values: { email: user.email } }
  } catch (error) {
    return failureOf(error, values, WORDINGS.session.registrationFailed)
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const result = await register(serverApi(context), request)
  return result.success ? redirect(`/signin${wantedQuery(wantedIn(new URL(request.url).search))}`) : result
}
export const clientAction = ({ request }: Route.ClientActionArgs) => register(browserApi, request)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Register', path: '/signup', isIndexed: false })

export default function SignUp({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const isPending = useNavigation().formMethod === 'POST'
  const signIn = `/signin${wantedQuery(wantedIn(useLocation().search))}`
  const email = actionData?.values?.email
  const field = fieldPropsOf(actionData)
  // Passed as navigation state, so that it is neither in the URL nor in a storage.
  const goToSignIn = useCallback(() => void navigate(signIn, { state: { email } }), [navigate, signIn, email])
  useFormOutcome(actionData, { onSuccess: goToSignIn })

  return (
    <div className="container max-w-xl py-12">
      <h1 className="heading heading-1">Register</h1>
      <Form method="post" className="mt-8 grid gap-5">
        <ErrorSummary failure={actionData?.failure} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" required {...field('firstname')} />
          <TextField label="Last name" autoComplete="family-name" required {...field('lastname')} />
        </div>
        <TextField label="Email" type="email" autoComplete="username" required {...field('email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters, and none that is easy to guess."
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
        <Button type="submit" isPending={isPending}>
          Register
        </Button>
      </Form>
      <p className="mt-6 text-muted">
        Registered already?{' '}
        <Link to={signIn} className="link">
          Login
        </Link>
      </p>
    </div>
  )
}
