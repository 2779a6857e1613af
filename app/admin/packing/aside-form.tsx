import { useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { PackingOrder } from '#contract/orders/packing.ts'

interface AsideFormProps {
  order: PackingOrder
  onAside(reason: string | null): Promise<void>
}

/** Puts the order aside with a reason, or takes it up again. */
export function AsideForm({ order: { aside }, onAside }: AsideFormProps) {
  const [reason, setReason] = useState('')
  const { isBusy, run } = useTask()
  const notice = useRef<HTMLDivElement>(null)
  // Whoever opens an order that was put aside takes it up again.
  useLayoutEffect(() => notice.current?.querySelector('button')?.focus(), [])
  if (aside) {
    return (
      <div ref={notice} className="notice flex flex-wrap items-center justify-between gap-3">
        <p>{`Put aside: ${aside.reason}`}</p>
        <Button isSmall isPending={isBusy} onClick={() => void run(() => onAside(null))}>
          Take up again
        </Button>
      </div>
    )
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(() => onAside(reason.trim() || 'A piece is missing'))
  }
  return (
    <details>
      <summary className="field-label min-h-11 content-center">One is missing</summary>
      <form onSubmit={submit} className="mt-2 grid gap-3">
        <TextField
          label="What is missing"
          name="reason"
          maxLength={200}
          placeholder="A piece is missing"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button type="submit" variant="outline" isPending={isBusy}>
          Put aside
        </Button>
      </form>
    </details>
  )
}
