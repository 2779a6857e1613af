import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { createQueue } from '#app/api/call-queue.ts'
import { onOtherTab, tellOtherTabs } from '#app/api/other-tabs.ts'
import { UNDO_REMOVAL_MS } from '#app/ui/toast-durations.ts'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { useDerivedState } from '#app/ui/use-derived-state.ts'
import type { Cart, CartLine } from '#contract/cart/cart.ts'
import { isShopError } from '#contract/api/errors.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { lineTotal, paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** A cart's total in rupees, computed from its lines until the server's answer arrives. */
function totalOf(lines: readonly CartLine[]): number {
  const paise = lines.map((line) => (line.stock > 0 ? paiseFromRupees(lineTotal(line, line.quantity)) : 0))
  return rupeesFromPaise(paise.reduce((sum, each) => sum + each, 0))
}

/**
 * The cart with changed lines, until the server's answer arrives. Only the server knows the offers, so their figures
 * stay.
 */
const withLines = (cart: Cart, lines: CartLine[]): Cart =>
  cart.discount || cart.fees ? { ...cart, cart: lines } : { ...cart, cart: lines, finalprice: totalOf(lines) }

/**
 * The cart of the cart page. A change is shown at once and sent in the order of the clicks. When the server refuses
 * one, the server's cart is shown again, with its message: a toast, and `failure` until the next change.
 */
export function useCart(first: Cart) {
  const { startCartCall, refresh } = useVisitor()
  const { revalidate } = useRevalidator()
  const [cart, setCart] = useDerivedState(first, (given) => given)
  const [enqueue] = useState(createQueue)
  const [failure, setFailure] = useState<string>()
  /** As the server answered last: what is shown again where a change fails and the server cannot be asked. */
  const confirmed = useRef(first)

  function show(next: Cart, setVisitorCart = startCartCall()) {
    setCart(next)
    setVisitorCart(next)
  }

  function send(change: () => Promise<Cart>, failureText: string, onDone?: () => void) {
    setFailure(undefined)
    void enqueue(async (isLast) => {
      const setVisitorCart = startCartCall()
      const showLast = (answer: Cart) => isLast() && show(answer, setVisitorCart)
      try {
        confirmed.current = await change()
        showLast(confirmed.current)
        tellOtherTabs()
        onDone?.()
      } catch (error) {
        toastFailure(error, failureText)
        setFailure(messageOf(error, failureText))
        if (isShopError(error) && error.code === 'unauthenticated') {
          // The guard leads to the sign-in.
          await Promise.all([refresh(), revalidate()])
          return
        }
        showLast(await browserApi.getCart().catch(() => confirmed.current))
      }
    })
  }

  useEffect(
    () =>
      onOtherTab(() => {
        const answered = enqueue(async (isLast) => {
          const answer = await browserApi.getCart()
          confirmed.current = answer
          if (isLast()) setCart(answer)
        })
        answered.catch(() => undefined)
      }),
    [enqueue, setCart],
  )

  function changeQuantity(line: CartLine, quantity: number) {
    show(
      withLines(
        cart,
        cart.cart.map((one) => (one._id === line._id ? { ...one, quantity } : one)),
      ),
    )
    send(
      () => browserApi.updateCartLine(line._id, quantity),
      WORDINGS.cart.quantityFailed,
      () => toastSuccess(WORDINGS.cart.quantityUpdated),
    )
  }

  async function putBack({ productId, size, quantity }: CartLine): Promise<Cart> {
    const added = await browserApi.addToCart(productId, size)
    const line = added.cart.find((one) => one.productId === productId && one.size === size)
    return line && line.quantity !== quantity ? browserApi.updateCartLine(line._id, quantity) : added
  }

  function remove(line: CartLine) {
    show(
      withLines(
        cart,
        cart.cart.filter((one) => one._id !== line._id),
      ),
    )
    const undo = { label: 'Undo', onAct: () => send(() => putBack(line), WORDINGS.cart.quantityFailed) }
    send(
      () => browserApi.removeCartLine(line._id),
      WORDINGS.cart.removeFailed,
      () => toastSuccess(WORDINGS.cart.removed, line.stock > 0 ? undo : undefined, UNDO_REMOVAL_MS),
    )
  }

  return { cart, failure, changeQuantity, remove, show }
}
