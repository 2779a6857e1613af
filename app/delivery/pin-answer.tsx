import { askDelivery } from '#app/delivery/ask-delivery.ts'
import { DeliveryPromise } from '#app/delivery/delivery-promise.tsx'

/** What the shop answers to a PIN code, ready to be shown. Loaded with the first question. */
export async function answerPin(typed: string) {
  return <DeliveryPromise answer={await askDelivery(typed)} />
}
