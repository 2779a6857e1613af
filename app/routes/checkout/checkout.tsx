import { useEffect, useState } from 'react'
import { redirect } from 'react-router'

import type { Route } from './+types/checkout'

import { serverApi } from '#app/api/request-context.ts'
import { useShop } from '#app/api/use-shop.ts'
import { textsOf } from '#app/api/form-result.ts'
import { AddressFields } from '#app/checkout/address-fields.tsx'
import { BuyerGstin, buyerGstinFaults, readBusiness } from '#app/checkout/buyer-gstin.tsx'
import { CheckoutFooter, CheckoutHeader } from '#app/checkout/checkout-frame.tsx'
import { OrderSummary } from '#app/checkout/order-summary.tsx'
import { withFee } from '#app/checkout/cart-with-fee.ts'
import { PaymentChoice, type PaymentMethod } from '#app/checkout/payment-choice.tsx'
import { PaymentNotice } from '#app/checkout/payment-notice.tsx'
import { SavedAddresses, useSavedAddresses } from '#app/checkout/saved-addresses.tsx'
import { useAddressDraft } from '#app/checkout/use-address-draft.ts'
import { readAddress, useAddressForm } from '#app/checkout/use-address-form.ts'
import { usePinFee } from '#app/checkout/use-pin-fee.ts'
import { useCheckout } from '#app/checkout/use-checkout.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { CreditSwitch } from '#app/store-credit/credit-switch.tsx'
import { restAfter, usableCredit } from '#app/store-credit/usable-credit.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { toastError } from '#app/ui/toast.tsx'
import type { Cart } from '#contract/cart/cart.ts'
import { isShopError } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** Every link to the checkout loads a new document, so there is only a server loader. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  try {
    const customer = await api.getMe()
    const [cart, saved, credit] = await Promise.allSettled([api.getCart(), api.listMyAddresses(), api.getStoreCredit()])
    // Each is optional: a payment can be completed without the saved addresses and without the cart's lines.
    return {
      customer,
      cart: cart.status === 'fulfilled' ? cart.value : undefined,
      addresses: saved.status === 'fulfilled' ? saved.value.addresses : [],
      creditBalance: credit.status === 'fulfilled' ? credit.value.balance : 0,
    }
  } catch (error) {
    if (isShopError(error) && error.code === 'unauthenticated') throw redirect('/signin')
    throw error
  }
}

/**
 * Only a browser without JavaScript sends the form. It orders for cash, or what store credit pays whole; a payment
 * online needs JavaScript, so what was typed comes back, and the page says why nothing was paid.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = textsOf(form)
  const usesCredit = typed.useCredit !== undefined
  if (typed.paymentMethod !== 'cash' && !usesCredit) return { typed }
  const business = readBusiness(form)
  const api = serverApi(context)
  const { address } = readAddress(form)
  const ordering = { address, buyerGstin: business?.gstin, buyerFirm: business?.firm }
  const [total, cashTotal] = [Number(typed.total), Number(typed.cashTotal)]
  try {
    const balance = usesCredit ? (await api.getStoreCredit()).balance : 0
    if (balance < total && typed.paymentMethod !== 'cash') return { typed }
    const order =
      usesCredit && balance >= total
        ? await api.orderByCredit({ ...ordering, expectedTotal: total })
        : await api.orderForCash({
            ...ordering,
            expectedTotal: cashTotal,
            ...(usesCredit && { credit: usableCredit(balance, cashTotal) }),
          })
    return redirect(`/user-profile#${order._id}`)
  } catch (error) {
    if (!isShopError(error)) throw error
    if (error.code === 'unauthenticated') throw redirect('/signin')
    const { fee } = await api.getDelivery(typed.pincode ?? '').catch(() => ({ fee: 0 }))
    return { typed, failure: error.message, pinFee: fee }
  }
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Checkout', isIndexed: false })

function NothingToOrder() {
  const { words } = useShop()
  return (
    <>
      <CheckoutHeader />
      <main id="main" className="container max-w-6xl py-8">
        <h1 className="heading heading-1 mb-8">Complete Your Order</h1>
        <EmptyState message={words.emptyCart}>
          <a href="/getproducts" className="btn btn-primary">
            Continue Shopping
          </a>
        </EmptyState>
      </main>
      <CheckoutFooter />
    </>
  )
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { customer, cart: first, addresses, creditBalance } = loaderData
  const { shopName, checkoutUrl, delivery, isSandbox, takesBuyerGstin, cash } = useShop()
  const [known, setCart] = useState(first)
  const { fee: pinFee, read: readPin } = usePinFee(actionData?.pinFee ?? 0)
  const cart = known && known.cart.length > 0 ? withFee(known, 'pin', pinFee) : known
  const [chosen, choose] = useState<PaymentMethod>(actionData?.typed.paymentMethod === 'cash' ? 'cash' : 'online')
  const { isProcessing, notice, isUnfinished, pay, orderForCash, orderByCredit, prepare } = useCheckout({
    customer,
    shopName,
    checkoutUrl,
    cart,
    onCartChange: setCart,
  })
  // A payment that has begun is finished before anything else is ordered.
  const cashCart = cash && cart && cart.cart.length > 0 && !isUnfinished ? withFee(cart, 'cash', cash.fee) : undefined
  const [wantsCredit, setWantsCredit] = useState(actionData?.typed.useCredit !== undefined)
  const balance = cart && cart.cart.length > 0 && !isUnfinished ? creditBalance : 0
  const creditFor = (paid: Cart | undefined) => (wantsCredit && paid ? usableCredit(balance, paid.finalprice) : 0)
  const [credit, cashCredit] = [creditFor(cart), creditFor(cashCart)]
  const isPaidByCredit = cart !== undefined && credit > 0 && credit === cart.finalprice
  const takesCash = cash && cashCart && !isPaidByCredit && restAfter(cashCredit, cashCart.finalprice) <= cash.limit
  const method = takesCash ? chosen : 'online'
  const { errors, clearErrors, submit } = useAddressForm((address, fields) => {
    const business = readBusiness(fields)
    if (isPaidByCredit) void orderByCredit(address, business, cart.finalprice)
    else if (method === 'cash' && cashCart) void orderForCash(address, business, cashCart.finalprice, cashCredit)
    else void pay(address, business, credit)
  }, buyerGstinFaults)
  const saved = useSavedAddresses(addresses)
  const draft = useAddressDraft(customer._id, saved)
  const { ref: form, onInput: saveDraft, keepTyped } = draft
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- when another address is chosen, whose fields are new ones
  useEffect(() => readPin(form.current), [saved.chosenId])
  const account = { fullName: customer.name, phone: customer.phone }
  useEffect(() => {
    if (!cart) toastError(WORDINGS.products.loadDetailsFailed)
  }, [cart])

  // The cart is empty after the payment, but an unfinished order is still completed by the form.
  if (cart?.cart.length === 0 && !isUnfinished && !isProcessing && notice === undefined) return <NothingToOrder />
  return (
    <>
      <CheckoutHeader />
      <main id="main" className="container grid max-w-6xl gap-x-10 gap-y-8 py-8 lg:grid-cols-[1fr_22rem]">
        <div className="max-lg:order-first">
          <h1 className="heading heading-1">Complete Your Order</h1>
          {isSandbox && <p className="mt-3 text-sm text-muted">Sandbox: the payment is emulated and no money moves.</p>}
        </div>
        <div className="lg:col-start-1">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the first focus loads the provider's script */}
          <form
            ref={form}
            onInput={() => {
              saveDraft()
              readPin(form.current)
            }}
            method="post"
            noValidate
            className="grid gap-6"
            onSubmit={submit}
            onFocus={prepare}
          >
            <SavedAddresses
              addresses={saved.addresses}
              chosenId={saved.chosenId}
              isBusy={saved.isBusy}
              failure={saved.failure}
              onChoose={(id) => {
                clearErrors()
                saved.choose(id)
              }}
              onRemove={(address) => void saved.remove(address, keepTyped)}
            />
            <AddressFields
              key={saved.chosenId}
              address={actionData?.typed ?? saved.chosen ?? account}
              errors={errors}
              isPinFirst={delivery !== undefined}
            />
            {takesBuyerGstin && <BuyerGstin errors={errors} />}
            {balance > 0 && <input type="hidden" name="total" value={cart?.finalprice} />}
            <CreditSwitch balance={balance} isOn={wantsCredit} onSwitch={setWantsCredit} />
            {cash && cashCart && !isPaidByCredit && (
              <PaymentChoice
                cash={cash}
                cashTotal={cashCart.finalprice}
                credit={cashCredit}
                method={method}
                onChoose={choose}
              />
            )}
            <PaymentNotice notice={notice ?? actionData?.failure} />
            <div className="grid gap-3">
              <Button type="submit" isPending={isProcessing}>
                Pay &amp; Place Order
              </Button>
              <noscript>
                <p className="field-error">
                  {cash
                    ? 'Paying online needs JavaScript, which is off in this browser. Turn it on, or choose cash on delivery.'
                    : 'Paying needs JavaScript, which is off in this browser. Your cart is kept: turn it on, or pay on another device.'}
                </p>
              </noscript>
            </div>
          </form>
        </div>
        <OrderSummary
          cart={method === 'cash' ? cashCart : cart}
          credit={method === 'cash' ? cashCredit : credit}
          onChange={setCart}
        />
      </main>
      <CheckoutFooter />
    </>
  )
}
