import { useCallback, useRef, useState } from 'react'

import { browserApi } from '#app/api/customer-browser-api.ts'
import { completeOrder, StepFailed } from '#app/checkout/complete-order.ts'
import { openPaymentWindow } from '#app/checkout/open-payment-window.ts'
import { MAY_BE_PAID, ORDER_CLOSED, orderRefused, REFUSED_PROOF, SCRIPT_FAILED } from '#app/checkout/payment-notice.tsx'
import { loadProviderScript } from '#app/checkout/provider-script.ts'
import { toastAfterLoad } from '#app/shell/toast-after-load.tsx'
import { toastError } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { isShopError } from '#contract/api/errors.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { PaymentProof } from '#contract/orders/checkout.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

interface PayOrderFacts {
  customer: User
  order: Order
  shopName: string
  checkoutUrl: string
}

/**
 * The payment in advance of an order for cash. One run at a time. A failed step stops it, shows its message and can be
 * repeated; a payment is made once, because the order has one order at the provider, which takes one payment.
 */
export function usePayOrder({ customer, order, shopName, checkoutUrl }: PayOrderFacts) {
  const { isBusy: isProcessing, run } = useTask()
  const [notice, setNotice] = useState<string>()
  const proven = useRef<PaymentProof>(undefined)

  function stop(toast: string, sentence: string) {
    toastError(toast)
    setNotice(sentence)
  }

  function succeed() {
    toastAfterLoad(`Order #${shortIdOf(order._id)} is paid. Nothing is to be paid at the door.`)
    window.location.assign(`/user-profile#${order._id}`)
  }

  /** The provider's event may have reached the shop even if this page did not hear of the payment. */
  async function isPaid(): Promise<boolean> {
    const orders = await browserApi.listMyOrders(customer._id).catch(() => [])
    const now = orders.find(({ _id }) => _id === order._id)
    return now !== undefined && typeof now.payment !== 'object'
  }

  async function takeProof(): Promise<PaymentProof | undefined> {
    if (proven.current) return proven.current
    try {
      await loadProviderScript(checkoutUrl)
    } catch {
      stop(WORDINGS.checkout.scriptFailed, SCRIPT_FAILED)
      return undefined
    }
    const started = await browserApi.payCashOrder(order._id)
    const { name, email, phone } = customer
    const outcome = await openPaymentWindow(started, shopName, { name, email, contact: phone })
    if (outcome.kind === 'paid') {
      proven.current = outcome.proof
      return outcome.proof
    }
    if (await isPaid()) succeed()
    else setNotice(outcome.refusal ? orderRefused(outcome.refusal) : ORDER_CLOSED)
    return undefined
  }

  async function proceed(): Promise<void> {
    try {
      const proof = await takeProof()
      if (!proof) return
      await completeOrder(browserApi, customer._id, proof, undefined)
      succeed()
    } catch (error) {
      const { code } = error instanceof StepFailed || isShopError(error) ? error : { code: undefined }
      if (code === 'unauthenticated') {
        toastAfterLoad(WORDINGS.session.pleaseLogin, 'error')
        return window.location.assign(`/signin?pay=${order._id}`)
      }
      if (error instanceof StepFailed) {
        const isRefused = code === 'payment_failed' || code === 'not_found'
        if (isRefused) proven.current = undefined
        return stop(error.sentence, isRefused ? (error.reason ?? REFUSED_PROOF) : MAY_BE_PAID)
      }
      const sentence = messageOf(error, WORDINGS.checkout.initiationFailed)
      stop(sentence, `${sentence} Nothing was charged.`)
    }
  }

  const pay = () =>
    run(() => {
      setNotice(undefined)
      return proceed()
    })

  const prepare = useCallback(() => {
    // If the script fails to load now, it is loaded again when it is needed, and that failure is shown.
    loadProviderScript(checkoutUrl).catch(() => undefined)
  }, [checkoutUrl])

  return { isProcessing, notice, pay, prepare }
}
