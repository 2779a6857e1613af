import { useEffect, useRef, useState, type RefObject } from 'react'

import { useLatestCall } from '#app/api/use-latest-call.ts'
import { askDelivery, type DeliveryAnswer } from '#app/delivery/ask-delivery.ts'
import { rememberedPin } from '#app/delivery/remembered-pin.ts'
import { isPin, pinTyped } from '#contract/schemas/pin-code.ts'

/** Writes a value as if it was typed: the form keeps its draft, and asks what the delivery costs. */
export function enter(input: HTMLInputElement, value: string): void {
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

const inputIn = (box: HTMLElement | null, name: string) => box?.querySelector<HTMLInputElement>(`[name="${name}"]`)

/**
 * Asks what is promised to the PIN code of an address form as soon as it is complete, and fills in its city and state,
 * unless somebody has typed them. At first it asks for the PIN that is in the form, or that was asked for last on this
 * device.
 */
export function usePinDelivery(box: RefObject<HTMLElement | null>, isAsked: boolean) {
  const [answer, setAnswer] = useState<DeliveryAnswer>()
  const asked = useRef('')
  const filled = useRef<Record<string, string>>({})
  const beginCall = useLatestCall()

  function fill(name: 'city' | 'state', value: string) {
    const input = inputIn(box.current, name)
    if (!input || input.value === value) return
    if (input.value !== '' && input.value !== filled.current[name]) return
    filled.current[name] = value
    enter(input, value)
  }

  async function ask(typed: string) {
    const pin = pinTyped(typed)
    if (!isAsked || pin === asked.current) return
    asked.current = pin
    const isLatest = beginCall()
    if (!isPin(pin)) return setAnswer(undefined)
    const found = await askDelivery(pin)
    if (!isLatest()) return
    setAnswer(found)
    fill('city', found.delivery?.city ?? '')
    fill('state', found.delivery?.state ?? '')
  }

  useEffect(() => {
    if (!isAsked) return
    // Once the form around the fields has its draft.
    queueMicrotask(() => {
      const input = inputIn(box.current, 'pincode')
      const remembered = rememberedPin()
      if (input?.value === '' && remembered !== '') enter(input, remembered)
      void ask(input?.value ?? '')
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after the fields are there
  }, [])

  return { answer, ask }
}
