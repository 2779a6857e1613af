import { useCallback } from 'react'
import { redirect, useNavigate } from 'react-router'

import type { Route } from './+types/admin-sign-in'

import { PasskeySignIn } from '#app/account/passkey-sign-in.tsx'
import { SignInForm } from '#app/account/sign-in-form.tsx'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { TextField } from '#app/ui/field.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { Api } from '#contract/api/api.ts'
import type { AdminCredentials } from '#contract/accounts/second-factor.ts'
import { isShopError } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const DASHBOARD = '/admin/dashboard'

interface Outcome extends FormResult {
  /** True once the password was right, and the code of the second factor is asked for. */
  needsCode?: boolean
}

async function signIn(api: Api, request: Request): Promise<Outcome> {
  const { code, ...values } = textsOf(await request.formData())
  try {
    await api.adminLogin({ ...(values as unknown as AdminCredentials), ...(code && { code }) })
    return { success: WORDINGS.session.signedIn }
  } catch (error) {
    const needsCode = code !== undefined || (isShopError(error) && error.code === 'code_needed')
    return { ...failureOf(error, values, WORDINGS.session.loginFailed), needsCode }
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const result = await signIn(serverApi(context), request)
  return result.success ? redirect(DASHBOARD) : result
}
export const clientAction = ({ request }: Route.ClientActionArgs) => signIn(browserApi, request)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin login', isIndexed: false })

export default function AdminSignIn({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { refresh } = useVisitor()
  const goToDashboard = useCallback(async () => {
    await refresh()
    await navigate(DASHBOARD)
  }, [navigate, refresh])
  useFormOutcome(actionData, { onSuccess: goToDashboard })
  return (
    <SignInForm
      title="Admin login"
      result={actionData}
      fields={
        actionData?.needsCode && (
          <TextField
            label="Code of your app, or a recovery code"
            name="code"
            autoComplete="one-time-code"
            maxLength={40}
            required
            error={actionData.failure?.fields?.code}
          />
        )
      }
    >
      <PasskeySignIn audience="admin" onSignedIn={goToDashboard} />
    </SignInForm>
  )
}
