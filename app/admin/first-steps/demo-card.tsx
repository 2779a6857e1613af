import { useState } from 'react'

import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { counted } from '#contract/words/counted.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const QUESTION = {
  question: 'Take the demo’s products and texts out of the shop? What you added stays.',
  confirmLabel: 'Empty the demo',
  cancelLabel: 'Keep it',
}

/** Empties the demo, and reads what it has changed before it says so; nothing where there is none. */
export function DemoCard({ products: first, onEmptied }: { products: number; onEmptied(): Promise<void> }) {
  const [products, setProducts] = useState(first)
  const { isBusy, run } = useTask()
  if (products === 0) return null
  async function empty() {
    if (!(await showConfirm(QUESTION))) return
    try {
      const { message } = await browserApi.emptyDemo()
      await onEmptied()
      setProducts(0)
      toastSuccess(message)
    } catch (error) {
      toastFailure(error, WORDINGS.fallback)
    }
  }
  return (
    <section className="card mt-6 p-5" aria-labelledby="demo">
      <h2 id="demo" className="admin-subtitle">
        The demo
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        {`The shop shows ${counted(products, 'product')} of the demo. Emptied, it is yours alone: the products can be restored, and orders keep what was bought.`}
      </p>
      <Button variant="outline" isSmall className="mt-3" isPending={isBusy} onClick={() => void run(empty)}>
        Empty the demo
      </Button>
    </section>
  )
}
