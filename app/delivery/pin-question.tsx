import { useEffect, useRef, useState, type ReactNode } from 'react'

import { PIN_FORM } from '#app/delivery/pin-form.ts'
import { rememberedPin } from '#app/delivery/remembered-pin.ts'
import { PinField } from '#app/delivery/pin-field.tsx'
import { useLatestCall } from '#app/api/use-latest-call.ts'

/**
 * Asks for the PIN code on the product page. Without JavaScript the form of the page leads to the page of delivery. It
 * is hydrated with the form around it: a boundary of its own would lose what was typed when the form changes first.
 */
export function PinQuestion({ productId }: { productId: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [answer, setAnswer] = useState<ReactNode>()
  const [isAsking, setIsAsking] = useState(false)
  const beginCall = useLatestCall()

  async function ask() {
    const typed = field.current?.value ?? ''
    const isLatest = beginCall()
    setIsAsking(true)
    try {
      const { answerPin } = await import('#app/delivery/pin-answer.tsx')
      const answered = await answerPin(typed)
      if (isLatest()) setAnswer(answered)
    } finally {
      if (isLatest()) setIsAsking(false)
    }
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
        {answer}
      </div>
    </div>
  )
}
