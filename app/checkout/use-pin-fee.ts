import { useEffect, useState } from 'react'

import { browserApi } from '#app/api/browser-api.ts'
import { isPin, pinTyped } from '#contract/schemas/pin-code.ts'

/**
 * What delivery to the PIN code in a form costs, in rupees: `first` until one is complete, and nothing where it cannot
 * be asked. `read` takes the form's PIN as it is now.
 */
export function usePinFee(first: number) {
  const [fee, setFee] = useState(first)
  const [pin, setPin] = useState('')

  useEffect(() => {
    if (!isPin(pin)) return undefined
    let isStale = false
    const show = (known: number) => {
      if (!isStale) setFee(known)
    }
    browserApi.getDelivery(pin).then(
      (delivery) => show(delivery.fee),
      () => show(0),
    )
    return () => {
      isStale = true
    }
  }, [pin])

  const read = (form: HTMLFormElement | null) => {
    const field = form?.elements.namedItem('pincode')
    if (field instanceof HTMLInputElement) setPin(pinTyped(field.value))
  }
  return { fee, read }
}
