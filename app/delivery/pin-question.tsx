import { useEffect, useRef, useState } from 'react'

import { askDelivery, type DeliveryAnswer } from '#app/delivery/ask-delivery.ts'
import { DeliveryPromise } from '#app/delivery/delivery-promise.tsx'
import { PIN_FORM } from '#app/delivery/pin-form.ts'
import { rememberedPin } from '#app/delivery/remembered-pin.ts'
import { PinField } from '#app/delivery/pin-field.tsx'
import { useLatestCall } from '#app/api/use-latest-call.ts'

/** Asks for the PIN code on the product page. Without JavaScript the form of the page leads to the page of delivery. */
export function PinQuestion({ productId }: { productId: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [answer, setAnswer] = useState<DeliveryAnswer>()
  const [isAsking, setIsAsking] = useState(false)
  const beginCall = useLatestCall()

  async function ask() {
    const isLatest = beginCall()
    setIsAsking(true)
    const asked = await askDelivery(field.current?.value ?? '')
    if (!isLatest()) return
    setIsAsking(false)
    setAnswer(asked)
  }
  useEffect(() => {
    const remembered = rememberedPin()
    if (remembered === '' || !field.current || field.current.value !== '') return
    field.current.value = remembered
    void ask()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, [])

  return (
    <div className="grid gap-1 text-sm">
      <PinField ref={field} form={PIN_FORM} isAsking={isAsking} onAsk={ask} />
      <input type="hidden" name="product" form={PIN_FORM} value={productId} />
      <div role="status" className="min-h-10">
        {answer && <DeliveryPromise answer={answer} />}
      </div>
    </div>
  )
}
