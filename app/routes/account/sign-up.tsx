import { useCallback, useState } from 'react'
import { Form, Link, redirect, useLocation, useNavigate, useNavigation } from 'react-router'

import type { Route } from './+types/sign-up'

import { findUnfilled } from '#app/account/find-unfilled.ts'
import { RegistrationFields } from '#app/account/sign-in-fields.tsx'
import { register } from '#app/account/sign-in-calls.ts'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { textsOf, type FormResult } from '#app/api/form-result.ts'
import { findProductToAdd, ProductToAddNotice } from '#app/cart/product-to-add.tsx'
import { queryToPassOn } from '#app/cart/use-after-sign-in.ts'
import { wantedIn } from '#app/cart/wanted-product-query.ts'
import { findWanted } from '#app/cart/wanted-product-storage.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'

export const loader = ({ context, request }: Route.LoaderArgs) =>
  findProductToAdd(serverApi(context), wantedIn(new URL(request.url).search))

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  findProductToAdd(browserApi, wantedIn(new URL(request.url).search) ?? findWanted(sessionStorage)).catch(() => null)

export async function action({ context, request }: Route.ActionArgs) {
  const result = await register(serverApi(context), textsOf(await request.formData()))
  return result.success ? redirect(`/signin${queryToPassOn(new URL(request.url).search)}`) : result
}
export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  register(browserApi, textsOf(await request.formData()))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Register', path: '/signup', isIndexed: false })

export default function SignUp({ actionData, loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const isPending = useNavigation().formMethod === 'POST'
  const signIn = `/signin${queryToPassOn(useLocation().search)}`
  const email = actionData?.values?.email
  // Passed as navigation state, so that it is neither in the URL nor in a storage.
  const goToSignIn = useCallback(() => void navigate(signIn, { state: { email } }), [navigate, signIn, email])
  const [unfilled, setUnfilled] = useState<FormResult>()
  useFormOutcome(actionData, { onSuccess: goToSignIn })

  return (
    <div className="container max-w-xl py-12">
      <h1 className="heading heading-1">Register</h1>
      <ProductToAddNotice
        waiting={loaderData}
        step="Register and log in"
        text="Register and log in, and it goes into your cart."
      />
      <Form
        method="post"
        noValidate
        className="mt-8 grid gap-5"
        onSubmit={(event) => {
          const found = findUnfilled(event.currentTarget)
          setUnfilled(found)
          if (found) event.preventDefault()
        }}
      >
        <RegistrationFields result={unfilled ?? actionData} />
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
