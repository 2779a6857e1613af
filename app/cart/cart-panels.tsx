import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'

import { onCartEvent, type CartEvent } from '#app/cart/cart-events.ts'
import { saveWanted } from '#app/cart/wanted-product-storage.ts'

/** The router's key of the page in the address bar. React may still be drawing that page. */
const currentKey = () => (Object(window.history.state) as { key?: string }).key ?? 'default'

async function loadPart(event: CartEvent, onClose: () => void): Promise<ReactNode> {
  if ('line' in event) {
    const { AddedPanel } = await import('#app/cart/added-panel.tsx')
    return <AddedPanel added={event} onClose={onClose} />
  }
  const { SignInPopover } = await import('#app/cart/sign-in-popover.tsx')
  return <SignInPopover request={event} onClose={onClose} />
}

/**
 * Shows what was added, or the sign-in of a visitor, until the next navigation. The code of both loads with its first
 * use.
 */
export function CartPanels() {
  const { key } = useLocation()
  const [shown, setShown] = useState<{ at: string; part: ReactNode }>()
  useEffect(() => {
    const close = () => setShown(undefined)
    return onCartEvent((event) => {
      const at = currentKey()
      if ('wanted' in event) saveWanted(event.wanted, sessionStorage)
      // Without the part the toast still says what happened, and the header leads to the cart and the sign-in.
      loadPart(event, close).then((part) => setShown({ at, part }), close)
    })
  }, [])
  return shown?.at === key ? shown.part : null
}
