import { useState } from 'react'
import { useActionData } from 'react-router'

import { browserApi } from '#app/api/customer-browser-api.ts'
import { failureOf, textIn, textsOf, type FormResult } from '#app/api/form-result.ts'
import { useShop } from '#app/api/use-shop.ts'
import { AddressFields } from '#app/checkout/address-fields.tsx'
import { readAddress, useAddressForm } from '#app/checkout/use-address-form.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { CustomerApi } from '#contract/api/customer-api.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Address } from '#contract/schemas/address.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** Of the field that says whose address a form without JavaScript brings. */
const ORDER_ID = 'orderId'

/** The order that a form brings an address for. */
export const orderIdIn = (form: FormData): string => textIn(form, ORDER_ID)

/** Saves the address of such a form. */
export async function giveAddress(api: CustomerApi, form: FormData): Promise<FormResult> {
  try {
    return { success: (await api.saveAddress(orderIdIn(form), readAddress(form).address)).message }
  } catch (error) {
    return failureOf(error, textsOf(form), WORDINGS.checkout.addressFailed)
  }
}

/** What a form without JavaScript was answered, where it was this order's. */
function useAnswer(orderId: string): FormResult | undefined {
  const answer = useActionData<FormResult | string>()
  return typeof answer === 'object' && answer.values?.[ORDER_ID] === orderId ? answer : undefined
}

/** The form for the address of an order that was paid without one. Without an address it cannot be shipped. */
export function MissingAddress({ order, onChange }: { order: Order; onChange(order: Order): void }) {
  const { delivery } = useShop()
  const { isBusy, run } = useTask()
  const answer = useAnswer(order._id)
  const [refused, setRefused] = useState<FormResult>()
  const failure = (refused ?? answer)?.failure

  async function send(address: Address) {
    try {
      const { message, order: changed } = await browserApi.saveAddress(order._id, address)
      toastSuccess(message)
      onChange(changed)
    } catch (error) {
      toastFailure(error, WORDINGS.checkout.addressFailed)
      setRefused(failureOf(error, {}, WORDINGS.checkout.addressFailed))
    }
  }

  const { errors, submit } = useAddressForm((address) => void run(() => send(address)))

  return (
    <form method="post" className="mt-5 grid gap-5 border-t border-line pt-5" noValidate onSubmit={submit}>
      <input type="hidden" name={ORDER_ID} value={order._id} />
      <div>
        <p className="font-semibold">Where should this order go?</p>
        <p className="text-sm text-muted">It is paid, and is shipped once it has an address.</p>
      </div>
      <ErrorSummary failure={failure} />
      <AddressFields
        address={answer?.values}
        errors={{ ...failure?.fields, ...errors }}
        isPinFirst={delivery !== undefined}
      />
      <Button type="submit" isPending={isBusy} className="justify-self-start">
        Save address
      </Button>
    </form>
  )
}
