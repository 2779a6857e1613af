import { useEffect, useState } from 'react'
import { Link, redirect, useLocation } from 'react-router'

import type { Route } from './+types/sign-in'

import { signIn } from '#app/account/sign-in-calls.ts'
import { pathAfterSignIn } from '#app/account/path-after-sign-in.ts'
import { PasskeySignIn } from '#app/account/passkey-sign-in.tsx'
import { SignInForm } from '#app/account/sign-in-form.tsx'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { textsOf } from '#app/api/form-result.ts'
import { findWanted, type WantedProduct } from '#app/cart/wanted-product-storage.ts'
import { findProductToAdd, ProductToAddNotice } from '#app/cart/product-to-add.tsx'
import { wantedIn } from '#app/cart/wanted-product-query.ts'
import { useAfterSignIn } from '#app/cart/use-after-sign-in.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { Api } from '#contract/api/api.ts'
import { isShopError } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

export const loader = ({ context, request }: Route.LoaderArgs) =>
  findProductToAdd(serverApi(context), wantedIn(new URL(request.url).search))

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  findProductToAdd(browserApi, wantedIn(new URL(request.url).search) ?? findWanted(sessionStorage)).catch(() => null)

/** Adds the wanted product, or asks for its mail. Returns the path to redirect to, also after a refusal by the shop. */
async function addWanted(api: Api, { productId, size, wantsMail }: WantedProduct): Promise<string> {
  try {
    await (wantsMail ? api.requestStock(productId, size) : api.addToCart(productId, size))
    return wantsMail ? `/product/${productId}` : '/cart'
  } catch (error) {
    if (!isShopError(error)) throw error
    return wantsMail ? `/product/${productId}` : '/cart?not-added'
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const api = serverApi(context)
  const result = await signIn(api, textsOf(await request.formData()))
  if (!result.success) return result
  const { search } = new URL(request.url)
  const wanted = wantedIn(search)
  return redirect(wanted ? await addWanted(api, wanted) : pathAfterSignIn(search))
}

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  signIn(browserApi, textsOf(await request.formData()))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Login', path: '/signin', isIndexed: false })

/** The e-mail of the registration just before, so that it is not typed twice. */
function registeredEmail(state: unknown): string | undefined {
  const { email } = (state ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email : undefined
}

export default function SignIn({ actionData, loaderData }: Route.ComponentProps) {
  const { customer } = useVisitor()
  // Submitting the form drops the query, so its values are saved in state.
  const location = useLocation()
  const { search } = location
  const { path, passedOn, continueSignedIn, goOn } = useAfterSignIn(search)
  const [waiting] = useState(loaderData)
  const [email] = useState(() => registeredEmail(location.state))
  useFormOutcome(actionData, { onSuccess: continueSignedIn })
  const isComingBack = customer !== undefined && path !== '/' && !actionData?.success
  useEffect(() => {
    if (isComingBack) goOn()
  }, [isComingBack, goOn])

  return (
    <SignInForm
      title="Login"
      result={actionData}
      notice={<ProductToAddNotice waiting={waiting} step="Log in" text={WORDINGS.cart.pleaseLogin} />}
      email={email}
    >
      <PasskeySignIn audience="customer" onSignedIn={continueSignedIn} />
      <p className="mt-6 text-muted">
        <Link to="/forgot-password" className="link">
          Forgotten your password?
        </Link>{' '}
        or{' '}
        <Link to={`/signin/code${search}`} className="link">
          log in by a code
        </Link>
      </p>
      <p className="mt-3 text-muted">
        New here?{' '}
        <Link to={`/signup${passedOn}`} className="link">
          Register
        </Link>
      </p>
    </SignInForm>
  )
}
