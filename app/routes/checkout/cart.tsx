import { redirect, useLocation } from 'react-router'

import type { Route } from './+types/cart'

import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { textsOf } from '#app/api/form-result.ts'
import { useShop } from '#app/api/use-shop.ts'
import { OfferCodeForm } from '#app/cart/offer-code-form.tsx'
import { DiscountRows } from '#app/cart/discount-rows.tsx'
import { FeeRows } from '#app/cart/fee-rows.tsx'
import { ShippingNote } from '#app/cart/shipping-note.tsx'
import { CartLineView } from '#app/cart/cart-line-view.tsx'
import { UnavailableLines } from '#app/cart/unavailable-lines.tsx'
import { useCart } from '#app/cart/use-cart.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { LazyPopularProducts } from '#app/catalogue/lists/lazy-popular-products.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Deferred } from '#app/ui/deferred.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import { focusOnceRendered } from '#app/ui/take-focus.ts'
import type { Api } from '#contract/api/api.ts'
import type { Cart, CartLine } from '#contract/cart/cart.ts'
import { catchCode, isShopError } from '#contract/api/errors.ts'
import { formatTotal, lineTotal, paidPrice } from '#contract/units/money.ts'

const NOT_ADDED = 'What you chose could not be added: it may have been sold meanwhile.'
const NO_CODE = 'The code that was chosen for you is not valid for you: it is over, or you have used it.'

const EMPTY: Cart = { cart: [], finalprice: 0 }

/** Returns an empty cart without a session; the guard around this screen redirects to the sign-in. */
const load = (api: Api): Promise<Cart> => catchCode(api.getCart(), 'unauthenticated', EMPTY)

export const loader = async ({ context }: Route.LoaderArgs) => ({ loading: await load(serverApi(context)) })
export const clientLoader = () => ({ loading: load(browserApi) })

/** Changes a line or the code by a plain form, for browsers without JavaScript. */
export async function action({ context, request }: Route.ActionArgs) {
  const { lineId = '', change, quantity, code = '' } = textsOf(await request.formData())
  const api = serverApi(context)
  const changes: Record<string, () => Promise<unknown>> = {
    remove: () => api.removeCartLine(lineId),
    'enter code': () => api.enterCode(code),
    'remove code': () => api.removeCode(),
  }
  try {
    await (changes[change ?? '']?.() ?? api.updateCartLine(lineId, Number(quantity) || 1))
  } catch (error) {
    if (!isShopError(error)) throw error
    return change === 'enter code' ? { code, codeFailure: error.message } : { failure: error.message }
  }
  return redirect('/cart')
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Cart', isIndexed: false })

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="container py-10">
      <h1 className="heading heading-1">Cart</h1>
      <Deferred value={loaderData.loading} waiting={<Loading text="Loading..." />}>
        {(cart) => <CartView first={cart} outcome={actionData} />}
      </Deferred>
    </div>
  )
}

/**
 * Rupees less than the printed prices, offers included. Where the owner strikes the lowest price of the last days,
 * which a cart does not know, only what offers take off. A shipping fee that is not charged counts.
 */
function savedOn({ cart, discount }: Cart, strikesLowestPrice = false): number {
  const lines = cart
    .filter(({ stock }) => stock > 0 && !strikesLowestPrice)
    .map((line) => lineTotal({ price: line.price - paidPrice(line) }, line.quantity))
  return lines.reduce((sum, each) => sum + each, (discount?.amount ?? 0) + (discount?.shipping ?? 0))
}

function CartView({ first, outcome }: { first: Cart; outcome: Route.ComponentProps['actionData'] }) {
  const { words, strikesLowestPrice } = useShop()
  const { cart, failure = outcome?.failure, changeQuantity, remove, show } = useCart(first)
  const isEmpty = cart.cart.length === 0
  const saved = savedOn(cart, strikesLowestPrice)
  const query = new URLSearchParams(useLocation().search)
  /** The focus goes to the neighbour of the line that is gone, or to the way on from an empty cart. */
  function removeLine(line: CartLine) {
    const index = cart.cart.indexOf(line)
    const neighbour = cart.cart[index + 1] ?? cart.cart[index - 1]
    remove(line)
    focusOnceRendered(() => document.querySelector<HTMLElement>(neighbour ? `#line-${neighbour._id} a` : '.empty a'))
  }
  const canOrder = cart.cart.some((line) => line.stock > 0)

  return (
    <>
      {failure && <p className="field-error mt-4">{failure}</p>}
      {query.has('not-added') && <p className="field-error mt-4">{NOT_ADDED}</p>}
      {query.has('no-code') && <p className="field-error mt-4">{NO_CODE}</p>}
      <UnavailableLines />
      {isEmpty ? (
        <div className="mt-8">
          <EmptyState message={words.emptyCart}>
            <ButtonLink to="/getproducts">Continue Shopping</ButtonLink>
          </EmptyState>
          <LazyPopularProducts />
        </div>
      ) : (
        <div className="mt-8 grid gap-10 lg:grid-cols-[1fr_22rem]">
          <ul className="border-t border-line">
            {cart.cart.map((line) => (
              <CartLineView
                key={line._id}
                line={line}
                onChange={(quantity) => changeQuantity(line, quantity)}
                onRemove={() => removeLine(line)}
              />
            ))}
          </ul>
          <div className="max-lg:contents lg:sticky lg:top-28 lg:grid lg:h-fit lg:gap-4">
            <section aria-labelledby="summary" className="card p-6">
              <h2 id="summary" className="heading heading-3">
                Summary
              </h2>
              <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
                {cart.discount && <DiscountRows discount={cart.discount} />}
                <FeeRows fees={cart.fees} />
                <dt className="font-semibold">Total</dt>
                <dd className="price text-end">{formatTotal(cart.finalprice)}</dd>
              </dl>
              {saved > 0 && (
                <p className="mt-1 text-sm font-semibold text-status-delivered">{`You save ${formatTotal(saved)}`}</p>
              )}
              <p className="mt-1 text-xs text-muted">inclusive of all taxes</p>
              <ShippingNote fees={cart.fees} className="mt-1 text-xs text-muted" />
              <OfferCodeForm code={cart.code} entered={outcome?.code} failure={outcome?.codeFailure} onChange={show} />
            </section>
            <div className="cart-actions" data-total={`Total ${formatTotal(cart.finalprice)}`}>
              {canOrder && (
                <ButtonLink to="/order" reloadDocument>
                  Order Now
                </ButtonLink>
              )}
              <ButtonLink to="/getproducts" variant="outline">
                Continue Shopping
              </ButtonLink>
            </div>
          </div>
        </div>
      )}
    </>
  )
}
