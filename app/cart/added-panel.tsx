import { X } from 'lucide-react'
import { useEffect } from 'react'

import type { Added } from '#app/cart/cart-events.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { CART_DRAWER_MS } from '#app/ui/toast-durations.ts'
import { formatTotal } from '#contract/units/money.ts'

/**
 * A small panel that shows what was just added. It does not take the focus and closes by itself, on Escape, by its
 * button or on the next navigation. Screen readers get the toast instead.
 */
export function AddedPanel({ added, onClose }: { added: Added; onClose(): void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, CART_DRAWER_MS)
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    window.addEventListener('keydown', close)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', close)
    }
  }, [added, onClose])
  const { line, finalprice } = added
  return (
    <aside
      aria-label="Just added"
      className="fixed bottom-[calc(1rem+var(--buy-bar,0px))] end-4 z-30 w-[min(22rem,calc(100vw-2rem))] rounded-card border border-line bg-paper p-4 shadow-float"
    >
      <div className="flex gap-4">
        {line.image && (
          <img src={`${line.image}?w=160`} alt="" width={64} height={80} className="rounded-control object-cover" />
        )}
        <div className="min-w-0 flex-1 text-sm">
          <p className="truncate font-semibold">{line.name}</p>
          <p className="text-muted">{`${line.size ? `Size ${line.size} · ` : ''}${line.quantity} in your cart`}</p>
          <p className="mt-1">
            Total <span className="price">{formatTotal(finalprice)}</span>
          </p>
        </div>
        <button
          type="button"
          className="grid size-8 place-items-center rounded-control hover:bg-card"
          aria-label="Close"
          onClick={onClose}
        >
          <X size={18} aria-hidden="true" />
        </button>
      </div>
      <ButtonLink to="/cart" variant="outline" isSmall className="mt-3 w-full">
        View Cart
      </ButtonLink>
    </aside>
  )
}
