import { useState } from 'react'

import { useLazyModule } from '#app/ui/use-lazy-module.ts'
import type { SizeGuide as Guide } from '#contract/catalogue.ts'

/** The button that opens the size guide. */
export function SizeGuide({ guide }: { guide: Guide }) {
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog, loadDialog] = useLazyModule(() =>
    import('#app/catalogue/size-guide-dialog.tsx').then((part) => part.SizeGuideDialog),
  )
  return (
    <>
      <button
        type="button"
        className="min-h-8 text-sm underline underline-offset-4"
        onClick={() => {
          setIsOpen(true)
          loadDialog()
        }}
      >
        Size guide
      </button>
      {Dialog && <Dialog guide={guide} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
