import { useCallback, useEffect, useState } from 'react'

import { tellOtherTabs } from '#app/api/other-tabs.ts'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { messageOf } from '#contract/words/error-message.ts'
import type { Business } from '#app/checkout/buyer-gstin.tsx'
import { completeOrder, StepFailed } from '#app/checkout/complete-order.ts'
import { openPaymentWindow } from '#app/checkout/open-payment-window.ts'
import { deleteProof, saveProof, findProof } from '#app/checkout/payment-proof.ts'
import { CLOSED, MAY_BE_PAID, refused, REFUSED_PROOF, SCRIPT_FAILED } from '#app/checkout/payment-notice.tsx'
import { loadProviderScript } from '#app/checkout/provider-script.ts'
import { DRAFT_KEY, saveLastOrder } from '#app/account/personal-storage.ts'
import { toastAfterLoad } from '#app/shell/toast-after-load.tsx'
import { toastError } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { isShopError } from '#contract/api/errors.ts'
import type { User } from '#contract/accounts/accounts.ts'
import type { Cart } from '#contract/cart/cart.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Address } from '#contract/schemas/address.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const ORDERED_FOR_CASH = 'Order placed. You pay at the door.'
const ORDERED_BY_CREDIT = 'Order placed. Your store credit has paid for it.'

interface CheckoutFacts {
  customer: User
  shopName: string
  checkoutUrl: string
  /** As the page shows it; undefined where it could not be loaded. */
  cart: Cart | undefined
  onCartChange(cart: Cart): void
}

/**
 * The payment flow of the checkout. One run at a time. A failed step stops it, shows its message and can be repeated:
 * before the payment from the start, after the payment from the saved proof.
 */
export function useCheckout({ customer, shopName, checkoutUrl, cart, onCartChange }: CheckoutFacts) {
  const { isBusy: isProcessing, run } = useTask()
  const [notice, setNotice] = useState<string>()
  const [isUnfinished, setIsUnfinished] = useState(false)

  function stop(toast: string, sentence: string) {
    toastError(toast)
    setNotice(sentence)
  }

  function leaveForSignIn() {
    toastAfterLoad(WORDINGS.session.pleaseLogin, 'error')
    window.location.assign('/signin')
  }

  async function showCart() {
    const actual = await browserApi.getCart().catch(() => undefined)
    if (actual) onCartChange(actual)
  }

  function succeed(orderId: string, toast: string = WORDINGS.checkout.succeeded) {
    saveLastOrder(orderId)
    deleteProof(sessionStorage)
    sessionStorage.removeItem(DRAFT_KEY)
    tellOtherTabs()
    toastAfterLoad(toast)
    window.location.assign('/')
  }

  /** The provider's webhook may have reported the payment to the shop even if this page did not hear of it. */
  async function findOrdered(providerOrderId: string): Promise<Order | undefined> {
    const orders = await browserApi.listMyOrders(customer._id).catch(() => [])
    return orders.find(({ orderId }) => orderId === providerOrderId)
  }

  async function takeProof(address: Address, business: Business | undefined, credit: number) {
    const known = findProof(customer._id, sessionStorage)
    if (known) return known
    try {
      await loadProviderScript(checkoutUrl)
    } catch {
      stop(WORDINGS.checkout.scriptFailed, SCRIPT_FAILED)
      return undefined
    }
    const order = await browserApi.startPayment(
      address,
      cart?.finalprice,
      business?.gstin,
      business?.firm,
      credit > 0 ? credit : undefined,
    )
    const { name, email, phone } = customer
    const outcome = await openPaymentWindow(order, shopName, { name, email, contact: phone })
    if (outcome.kind === 'paid') {
      saveProof(customer._id, outcome.proof, sessionStorage)
      return outcome.proof
    }
    const ordered = await findOrdered(order.id)
    if (ordered) {
      succeed(ordered._id)
      return undefined
    }
    setNotice(outcome.refusal ? refused(outcome.refusal) : CLOSED)
    return undefined
  }

  async function proceed(address: Address, business: Business | undefined, credit: number): Promise<void> {
    try {
      const proof = await takeProof(address, business, credit)
      if (!proof) return
      const order = await completeOrder(browserApi, customer._id, proof, address, business)
      succeed(order._id)
    } catch (error) {
      if (error instanceof StepFailed) {
        if (error.code === 'unauthenticated') return leaveForSignIn()
        if (error.code === 'payment_failed' || error.code === 'not_found') {
          deleteProof(sessionStorage)
          return stop(error.sentence, error.reason ?? REFUSED_PROOF)
        }
        return stop(error.sentence, MAY_BE_PAID)
      }
      if (isShopError(error) && error.code === 'unauthenticated') return leaveForSignIn()
      // The cart is not what the page shows any more.
      if (isShopError(error) && error.status === 409) await showCart()
      const sentence = messageOf(error, WORDINGS.checkout.initiationFailed)
      stop(sentence, `${sentence} Nothing was charged.`)
    }
  }

  /** Orders what is in the cart without a payment online. */
  async function proceedWithout(place: () => Promise<Order>, news: string): Promise<void> {
    try {
      const order = await place()
      succeed(order._id, news)
    } catch (error) {
      if (isShopError(error) && error.code === 'unauthenticated') return leaveForSignIn()
      if (isShopError(error) && error.status === 409) await showCart()
      const sentence = messageOf(error, WORDINGS.checkout.orderCreationFailed)
      stop(sentence, sentence)
    }
  }

  const orderWithout = (place: () => Promise<Order>, news: string) =>
    run(() => {
      setNotice(undefined)
      return proceedWithout(place, news)
    })

  /** To be paid at the door with this total, of which store credit pays a part. */
  const orderForCash = (address: Address, business: Business | undefined, total: number, credit: number) =>
    orderWithout(
      () =>
        browserApi.orderForCash({
          address,
          expectedTotal: total,
          credit: credit > 0 ? credit : undefined,
          buyerGstin: business?.gstin,
          buyerFirm: business?.firm,
        }),
      ORDERED_FOR_CASH,
    )

  /** Store credit pays this total. */
  const orderByCredit = (address: Address, business: Business | undefined, total: number) =>
    orderWithout(
      () =>
        browserApi.orderByCredit({
          address,
          expectedTotal: total,
          buyerGstin: business?.gstin,
          buyerFirm: business?.firm,
        }),
      ORDERED_BY_CREDIT,
    )

  const pay = (address: Address, business: Business | undefined, credit: number) =>
    run(() => {
      setNotice(undefined)
      return proceed(address, business, credit)
    })

  // Show the notice of an unfinished payment at once, not only after a click.
  useEffect(() => {
    if (!findProof(customer._id, sessionStorage)) return
    setIsUnfinished(true)
    setNotice(MAY_BE_PAID)
  }, [customer._id])

  const prepare = useCallback(() => {
    // If the script fails to load now, it is loaded again when it is needed, and that failure is shown.
    loadProviderScript(checkoutUrl).catch(() => undefined)
  }, [checkoutUrl])

  return { isProcessing, notice, isUnfinished, pay, orderForCash, orderByCredit, prepare }
}
