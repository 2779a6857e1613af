import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { ShipDialog } from '#app/admin/orders/ship-dialog.tsx'
import type { Selection } from '#app/admin/list/use-selection.ts'
import { focusAfterRender } from '#app/admin/shell/focus-after-render.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'

/** Ships orders of the list with a courier: `send` opens the dialog, which is rendered as `dialog`. */
export function useShipping(selection: Selection) {
  const [sending, send] = useState<readonly StaffOrder[]>()
  const { revalidate } = useRevalidator()

  function reload() {
    selection.clear()
    void revalidate()
  }
  function close(isDone: boolean) {
    send(undefined)
    // The button that opened the dialog is gone with the choice.
    if (isDone) focusAfterRender('.order-bar input')
  }
  const dialog = sending && <ShipDialog orders={sending} onClose={close} onShipped={reload} />
  return { send, reload, dialog }
}
