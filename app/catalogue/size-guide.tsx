import { useState } from 'react'

import { useLoadedPart } from '#app/ui/use-loaded-part.ts'
import type { SizeGuide as Guide } from '#contract/catalogue.ts'

/** The button that opens the size guide. */
export function SizeGuide({ guide }: { guide: Guide }) {
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog, loadDialog] = useLoadedPart(() =>
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
