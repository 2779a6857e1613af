import { SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

/** `85 products`; without a number where it is not known yet. */
export function productCount(count: number | undefined): string {
  if (count === undefined) return 'products'
  return `${count} ${count === 1 ? 'product' : 'products'}`
}

/** The filters of small screens: a drawer whose button shows the number of matching products. */
export function FilterDrawer({ total, children }: { total: number | undefined; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        className="max-sm:flex-1 lg:hidden noscript:hidden"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <SlidersHorizontal size={18} aria-hidden="true" /> Filters
      </Button>
      <Dialog title="Filters" kind="drawer" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {children}
        <div className="sticky -bottom-6 -mb-6 mt-6 bg-paper pb-6 pt-3">
          <Button className="w-full" onClick={() => setIsOpen(false)}>
            {`Show ${productCount(total)}`}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
