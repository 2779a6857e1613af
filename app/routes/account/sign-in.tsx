import { useCallback, useEffect, useState } from 'react'
import { Link, redirect, useLocation, useNavigate } from 'react-router'

import type { Route } from './+types/sign-in'

import { SignInForm } from '#app/account/sign-in-form.tsx'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser.ts'
import { serverApi } from '#app/api/context.ts'
import { failureOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { wantedIn, wantedQuery } from '#app/cart/wanted-address.ts'
import { saveWanted, takeWanted, type WantedProduct } from '#app/cart/wanted-product.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import type { Api } from '#contract/api.ts'
import type { Credentials } from '#contract/accounts.ts'
import { isShopError } from '#contract/errors.ts'
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
  const api = serverApi(context)
  const result = await signIn(api, request)
  if (!result.success) return result
  const wanted = wantedIn(new URL(request.url).search)
  return redirect(wanted ? await addWanted(api, wanted) : '/')
}

/** Adds the wanted product and returns the path to redirect to. The sign-in itself worked in any case. */
async function addWanted(api: Api, { productId, size }: WantedProduct): Promise<string> {
  try {
    await api.addToCart(productId, size)
    return '/cart'
  } catch (error) {
    if (!isShopError(error)) throw error
    return '/cart?not-added'
  }
}

export const clientAction = ({ request }: Route.ClientActionArgs) => signIn(browserApi, request)

/** Adds the wanted product of this tab and shows a toast. Never rejects: the sign-in itself worked. */
async function addWantedOfTab(): Promise<void> {
  const wanted = takeWanted(sessionStorage)
  if (!wanted) return
  const cart = await answerOrToast(browserApi.addToCart(wanted.productId, wanted.size), WORDINGS.fallback)
  if (cart) toastSuccess(WORDINGS.cart.added)
}

/** The e-mail that somebody has just registered with, so that nobody types it twice. */
function registeredEmail(state: unknown): string | undefined {
  const { email } = (state ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email : undefined
}

/**
 * The path after the sign-in: the order that a mail was about, else the home page. Mails link to the sign-in page because the
 * browser does not send the session cookie with a link from another site.
 */
function pathAfterSignIn(query: string): string {
  const orderId = new URLSearchParams(query).get('order') ?? ''
  return /^[\da-f]{24}$/.test(orderId) ? `/user-profile#${orderId}` : '/'
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Login', path: '/signin', isIndexed: false })

export default function SignIn({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { customer, refresh } = useVisitor()
  // Submitting the form drops the query, so its values are saved in state.
  const location = useLocation()
  const { search } = location
  const [path] = useState(() => pathAfterSignIn(search))
  const [wanted] = useState(() => wantedIn(search))
  const [email] = useState(() => registeredEmail(location.state))
  const continueSignedIn = useCallback(async () => {
    if (wanted) saveWanted(wanted, sessionStorage)
    await addWantedOfTab()
    await refresh()
    await navigate(wanted ? '/cart' : path)
  }, [navigate, refresh, path, wanted])
  useFormOutcome(actionData, { onSuccess: continueSignedIn })
  const isComingBack = customer !== undefined && path !== '/' && !actionData?.success
  useEffect(() => {
    if (isComingBack) void navigate(path, { replace: true })
  }, [isComingBack, navigate, path])

  return (
    <SignInForm title="Login" result={actionData} notice={wanted && WORDINGS.cart.pleaseLogin} email={email}>
      <p className="mt-6 text-muted">
        New here?{' '}
        <Link to={`/signup${wantedQuery(wanted)}`} className="link">
          Register
        </Link>
      </p>
    </SignInForm>
  )
}
