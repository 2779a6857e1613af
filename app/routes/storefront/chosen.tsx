import { useCallback } from 'react'
import { data, Form, redirect, useNavigate, useNavigation, type ShouldRevalidateFunctionArgs } from 'react-router'

import type { Route } from './+types/chosen'

import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { failureOf, type FormResult } from '#app/api/form-result.ts'
import { tellOtherTabs } from '#app/api/other-tabs.ts'
import { serverApi } from '#app/api/request-context.ts'
import { DiscountRows } from '#app/cart/discount-rows.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { ProductLine } from '#app/ui/product-line.tsx'
import type { Api } from '#contract/api/api.ts'
import type { Chosen } from '#contract/programs/agent-choice.ts'
import { isShopError } from '#contract/api/errors.ts'
import { formatTotal, lineTotal } from '#contract/units/money.ts'

type Loaded = { chosen: Chosen; ended?: undefined } | { chosen?: undefined; ended: string }

async function load(api: Api, token: string): Promise<Loaded> {
  try {
    return { chosen: await api.getChosen(token) }
  } catch (error) {
    if (!isShopError(error) || error.code !== 'not_found') throw error
    return { ended: error.message }
  }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.token)
  return data(loaded, { status: loaded.chosen ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.token)

interface Taken extends FormResult {
  /** Something did not come along. */
  isPartial?: boolean
  /** A code did not. */
  isWithoutCode?: boolean
}

/** Puts it into the cart of whoever is signed in; leads everybody else to the sign-in, which leads back here. */
async function take(api: Api, token: string): Promise<Taken | Response> {
  try {
    const { message, notAdded, isWithoutCode } = await api.takeChosen(token)
    return { success: message, isPartial: notAdded.length > 0, isWithoutCode }
  } catch (error) {
    if (isShopError(error) && error.code === 'unauthenticated') return redirect(`/signin?chosen=${token}`)
    return failureOf(error, {}, 'It could not be put in your cart. Please try again.')
  }
}

const cartPath = ({ isPartial, isWithoutCode }: Taken) =>
  isPartial ? '/cart?not-added' : isWithoutCode ? '/cart?no-code' : '/cart'

export async function action({ context, params }: Route.ActionArgs) {
  const taken = await take(serverApi(context), params.token)
  return taken instanceof Response || !taken.success ? taken : redirect(cartPath(taken))
}

export async function clientAction({ params }: Route.ClientActionArgs) {
  const taken = await take(browserApi, params.token)
  if (!(taken instanceof Response) && taken.success) tellOtherTabs()
  return taken
}
/** Once it is taken the link has ended; what was shown stays until the cart shows it. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Chosen for you', isIndexed: false })

function Lines({ lines }: Pick<Chosen, 'lines'>) {
  return (
    <ul className="mt-6 grid gap-3">
      {lines.map((line) => (
        <ProductLine
          key={`${line.productId} ${line.size}`}
          image={line.image}
          name={line.name}
          size={line.size}
          quantity={line.quantity}
          amount={lineTotal(line, line.quantity)}
        />
      ))}
    </ul>
  )
}

/** What a program has chosen for somebody. It comes into their cart when they press the button. */
export default function ChosenScreen({ loaderData: { chosen, ended }, actionData: outcome }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { refresh } = useVisitor()
  const isSending = useNavigation().formMethod === 'POST'
  const goOn = useCallback(async () => {
    await refresh()
    await navigate(cartPath(outcome ?? {}))
  }, [refresh, navigate, outcome])
  useFormOutcome(outcome, { onSuccess: goOn })

  if (!chosen) {
    return (
      <div className="container max-w-2xl py-12">
        <h1 className="heading heading-1">This link has ended</h1>
        <p className="lead mt-5">{ended}</p>
        <ButtonLink to="/cart" className="mt-8">
          Cart
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="container max-w-2xl py-12">
      <h1 className="heading heading-1">Chosen for you</h1>
      <p className="lead mt-5">Look at it in peace. Nothing is bought before you pay for it here.</p>
      <Lines lines={chosen.lines} />
      {chosen.notices.map((notice) => (
        <p key={notice} className="field-error mt-4">
          {notice}
        </p>
      ))}
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 border-t border-line pt-4">
        {chosen.discount && <DiscountRows discount={chosen.discount} />}
        <dt className="font-semibold">Together</dt>
        <dd className="price text-end font-semibold">
          {formatTotal(chosen.subtotal - (chosen.discount?.amount ?? 0))}
        </dd>
      </dl>
      <Form method="post" className="mt-8 grid gap-5">
        <ErrorSummary failure={outcome?.failure} />
        {chosen.lines.length > 0 && (
          <Button type="submit" isPending={isSending} className="justify-self-start">
            Put it in my cart
          </Button>
        )}
      </Form>
      <p className="mt-4 text-sm text-muted">
        If you are not logged in, you do that next.{' '}
        <span>{`This link works until ${formatDateTime(chosen.endsAt)}.`}</span>
      </p>
    </div>
  )
}
