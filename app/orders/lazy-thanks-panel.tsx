import { useEffect, useState } from 'react'

import { useVisitor } from '#app/account/visitor.tsx'
import { orderToThankFor } from '#app/account/personal-storage.ts'
import { useLazyModule } from '#app/ui/use-lazy-module.ts'

/** The thank-you panel for the order that was just paid. Its code loads only if there is such an order. */
export function LazyThanksPanel() {
  const { customer } = useVisitor()
  const [orderId, setOrderId] = useState<string>()
  const [Panel, loadPanel] = useLazyModule(() =>
    import('#app/orders/thanks-panel.tsx').then((part) => part.ThanksPanel),
  )
  useEffect(() => {
    const last = customer && orderToThankFor()
    setOrderId(last)
    if (last) loadPanel()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loadPanel changes with each render and does the same
  }, [customer])
  return Panel && customer && orderId ? <Panel customer={customer} orderId={orderId} /> : null
}
