export const MAY_BE_PAID =
  'Your payment may have gone through and we are checking with your bank. Try again: you will not be charged twice.'
export const CLOSED =
  'The payment window was closed. If you have paid all the same, we hear of it and your order appears in your profile. Your cart is kept.'
export const ORDER_CLOSED =
  'The payment window was closed. If you have paid all the same, we hear of it and your order says so. Else you pay at the door as before.'
export const REFUSED_PROOF = 'The payment could not be verified. If money was taken, it comes back by itself.'
export const SCRIPT_FAILED = 'The payment window could not be loaded. Nothing was charged; please try again.'

/** A refused payment may still be authorised later, so the notice promises nothing about the money. */
export const refused = (refusal: string): string =>
  `The payment was refused: ${refusal.replace(/\.$/, '')}. Your cart is kept; you can try again.`

/** The same of an order that is there already. */
export const orderRefused = (refusal: string): string =>
  `The payment was refused: ${refusal.replace(/\.$/, '')}. Your order is kept; you can try again.`

/** What became of a payment that did not end in an order, at the end of the checkout's form. */
export function PaymentNotice({ notice }: { notice: string | undefined }) {
  if (!notice) return null
  return (
    <p className="error-summary" role="group" tabIndex={-1}>
      {notice}
    </p>
  )
}
