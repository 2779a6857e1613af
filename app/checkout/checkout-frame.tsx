import { useShop } from '#app/api/use-shop.ts'
import { SandboxNotice } from '#app/shell/sandbox-notice.tsx'
import { freeShippingSentence } from '#contract/cart/fees.ts'

/** The head of a page on which somebody pays, with the way back to what is paid for. */
export function CheckoutHeader({ back = '/cart', backTo = 'Back to cart' }: { back?: string; backTo?: string }) {
  const { shopName } = useShop()
  return (
    <header className="container flex min-h-20 flex-wrap items-center justify-between">
      <SandboxNotice />
      <a href="/" className="heading heading-3 flex min-h-11 items-center">
        <span>{shopName}</span>
        <span className="stop" aria-hidden="true" />
      </a>
      <a href={back} className="btn btn-quiet">
        {backTo}
      </a>
    </header>
  )
}

export function CheckoutFooter() {
  const { shopName, shipping } = useShop()
  const shippingSentence = shipping ? freeShippingSentence(shipping) : 'Shipping is free.'
  return (
    <footer className="container border-t border-line py-6 text-sm text-muted">
      <p>{`© ${shopName}. ${shippingSentence} Prices are inclusive of all taxes.`}</p>
    </footer>
  )
}
