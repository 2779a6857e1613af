import { useCallback } from 'react'
import { Link, redirect, useNavigate } from 'react-router'

import type { Route } from './+types/sign-in'

import { SignInForm } from '#app/account/sign-in-form.tsx'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/context.ts'
import { failureOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { grantWanted } from '#app/cart/grant-wanted.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { Api } from '#contract/api.ts'
import type { Credentials } from '#contract/accounts.ts'
import { WORDINGS } from '#contract/wordings.ts'

async function signIn(api: Api, request: Request): Promise<FormResult> {
  const values = textsOf(await request.formData())
  try {
    await api.login(values as unknown as Credentials)
    return { success: WORDINGS.session.signedIn }
  } catch (error) {
    return failureOf(error, values, WORDINGS.session.signInFailed)
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const result = await signIn(serverApi(context), request)
  return result.success ? redirect('/') : result
}
export const clientAction = ({ request }: Route.ClientActionArgs) => signIn(browserApi, request)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Login', path: '/signin', isIndexed: false })

export default function SignIn({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { refresh } = useVisitor()
  const goHome = useCallback(async () => {
    await grantWanted(browserApi, sessionStorage)
    await refresh()
    await navigate('/')
  }, [navigate, refresh])
  useFormOutcome(actionData, { onSuccess: goHome })

  return (
    <SignInForm title="Login" result={actionData}>
      <p className="mt-6 text-muted">
        New here?{' '}
        <Link to="/signup" className="link">
          Register
        </Link>
      </p>
    </SignInForm>
  )
}
