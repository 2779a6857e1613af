import { failureOf, numberIn, textIn, textsOf, type FormResult } from '#app/api/form-result.ts'
import { readAddress } from '#app/checkout/use-address-form.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'

const sizeChange = (form: FormData) => ({
  line: textIn(form, 'line'),
  size: textIn(form, 'size'),
  quantity: numberIn(form, 'quantity') ?? 1,
  left: numberIn(form, 'left'),
})

/** Changes what a form names: the size of a line, by its `line`, or the address. A refusal keeps what was typed. */
export async function changeOrder(api: AdminApi, orderId: string, form: FormData): Promise<FormResult> {
  const isOfSize = form.has('line')
  try {
    const { message } = isOfSize
      ? await api.changeSize(orderId, sizeChange(form))
      : await api.changeOrderAddress(orderId, {
          address: readAddress(form).address,
          ...(form.has('bearsFee') && { bearsFee: true }),
        })
    return { success: message }
  } catch (error) {
    return failureOf(error, textsOf(form), 'Failed to change the order.')
  }
}
