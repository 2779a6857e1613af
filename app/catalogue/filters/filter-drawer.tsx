import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'

import { Button, ButtonLink } from '#app/ui/button.tsx'
import { useLazyModule } from '#app/ui/use-lazy-module.ts'
import { counted } from '#contract/words/counted.ts'

const load = () => import('#app/ui/dialog.tsx').then((part) => part.Dialog)

/** `85 products`; without a number where it is not known yet. */
export const productCount = (count: number | undefined): string =>
  count === undefined ? 'products' : counted(count, 'product')

interface FilterDrawerProps {
  total: number | undefined
  /** The address of the list without filters; undefined where there are none. */
  clearTo: string | undefined
  children: ReactNode
}

/** The filters of small screens: a drawer whose button shows the number of matching products. */
export function FilterDrawer({ total, clearTo, children }: FilterDrawerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog, loadDialog] = useLazyModule(load, 'The filters could not be loaded. Please try again.')
  useEffect(() => {
    if (matchMedia('(width < 64rem)').matches) load().catch(() => undefined)
  }, [])
  const foot = (
    <>
      {clearTo && (
        <ButtonLink to={clearTo} preventScrollReset variant="outline">
          Clear all
        </ButtonLink>
      )}
      <Button className="flex-1" onClick={() => setIsOpen(false)}>
        {`Show ${productCount(total)}`}
      </Button>
    </>
  )
  return (
    <>
      <Button
        variant="outline"
        className="max-sm:flex-1 lg:hidden noscript:hidden"
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true)
          loadDialog()
        }}
      >
        <SlidersHorizontal size={18} aria-hidden="true" /> Filters
      </Button>
      {Dialog && (
        <Dialog title="Filters" kind="drawer" isOpen={isOpen} onClose={() => setIsOpen(false)} foot={foot}>
          {children}
        </Dialog>
      )}
    </>
  )
}
