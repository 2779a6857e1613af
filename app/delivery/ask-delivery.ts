import { browserApi } from '#app/api/browser-api.ts'
import { rememberPin } from '#app/delivery/remembered-pin.ts'
import type { Delivery } from '#contract/delivery/delivery.ts'
import { messageOf } from '#contract/words/error-message.ts'

/** What the shop promises to a PIN code, or why it promises nothing. */
export type DeliveryAnswer = { delivery: Delivery; refusal?: undefined } | { delivery?: undefined; refusal: string }

/** Asks for a PIN code as it was typed, and remembers one that is served. */
export async function askDelivery(typed: string): Promise<DeliveryAnswer> {
  try {
    const delivery = await browserApi.getDelivery(typed)
    rememberPin(delivery.pin)
    return { delivery }
  } catch (error) {
    return { refusal: messageOf(error, 'The delivery could not be asked for. Please try again.') }
  }
}
