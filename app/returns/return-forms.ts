import { failureOf, numberIn, textIn, textsOf, type FormResult } from '#app/api/form-result.ts'
import type { CustomerApi } from '#contract/api/customer-api.ts'
import { RETURN_REASONS } from '#contract/returns/return-reasons.ts'
import { WAYS_BACK } from '#contract/returns/ways-back.ts'
import type { RefundToChange, ReturnRequest } from '#contract/returns/returns.ts'

/** The result of one of the forms of the screen, and which of them it was. */
export interface ReturnFormResult extends FormResult {
  form: string
}

/** The name of a form: what it does, and with which return. */
export const formName = (deed: 'ask' | 'withdraw' | 'refund-to' | 'pictures', returnId = '') =>
  `${deed} ${returnId}`.trim()

/** The result for this form; undefined where another one was sent. */
export const resultFor = (form: string, result: ReturnFormResult | undefined): FormResult | undefined =>
  result?.form === form ? result : undefined

const PIECES = 'pieces '
/** The names of the controls of a line of the order. */
export const lineNames = (lineId: string) => ({
  pieces: `${PIECES}${lineId}`,
  reason: `reason ${lineId}`,
  note: `note ${lineId}`,
  size: `size ${lineId}`,
  left: `left ${lineId}`,
})

/** Store credit or the source of the money, a UPI id, or else a bank account; undefined where nothing was typed. */
function refundToIn(form: FormData): RefundToChange['refundTo'] | undefined {
  const way = textIn(form, 'refundWay')
  if (way === 'source' || way === 'store credit') return way
  const upi = textIn(form, 'refundTo').trim()
  const account = { name: textIn(form, 'name'), account: textIn(form, 'account'), ifsc: textIn(form, 'ifsc') }
  if (upi !== '') return upi
  return Object.values(account).some((typed) => typed.trim() !== '') ? account : undefined
}

type Asked = { request: ReturnRequest } | { fields: Record<string, string> }

/** What a form asks to return. Lines without pieces stay where they are. */
function askedIn(form: FormData): Asked {
  const fields: Record<string, string> = {}
  const lines: ReturnRequest['lines'] = []
  for (const name of form.keys()) {
    const quantity = name.startsWith(PIECES) ? (numberIn(form, name) ?? 0) : 0
    if (quantity === 0) continue
    const _id = name.slice(PIECES.length)
    const names = lineNames(_id)
    const reason = RETURN_REASONS.find((one) => one === textIn(form, names.reason))
    const note = textIn(form, names.note).trim()
    const exchangeSize = textIn(form, names.size)
    const said = {
      ...(note !== '' && { note }),
      ...(exchangeSize !== '' && { exchangeSize }),
      left: numberIn(form, names.left),
    }
    if (reason) lines.push({ _id, quantity, reason, ...said })
    else fields[names.reason] = 'Please choose a reason.'
  }
  if (Object.keys(fields).length > 0) return { fields }
  const wayBack = WAYS_BACK.find((one) => one === textIn(form, 'wayBack'))
  const refundTo = refundToIn(form)
  return { request: { lines, ...(wayBack && { wayBack }), ...(refundTo !== undefined && { refundTo }) } }
}

async function ask(api: CustomerApi, orderId: string, form: FormData): Promise<FormResult> {
  const asked = askedIn(form)
  if ('fields' in asked) {
    return {
      failure: { message: 'Please say why each piece comes back.', fields: asked.fields },
      values: textsOf(form),
    }
  }
  await api.askForReturn(orderId, asked.request)
  return { success: 'We have your request. We look at it and write to you.' }
}

async function changeRefundTo(
  api: CustomerApi,
  orderId: string,
  returnId: string,
  form: FormData,
): Promise<FormResult> {
  const { message } = await api.changeRefundTo(orderId, returnId, refundToIn(form) ?? '')
  return { success: message }
}

/** Does what one of the forms of an order's returns asks for. A refusal keeps what was typed. */
export async function submitReturnForm(api: CustomerApi, orderId: string, body: FormData): Promise<ReturnFormResult> {
  const form = textIn(body, 'form')
  const [deed, returnId = ''] = form.split(' ')
  try {
    if (deed === 'withdraw') return { form, success: (await api.withdrawReturn(orderId, returnId)).message }
    // Of a form without scripts the server has sent the files before.
    if (deed === 'pictures') return { form, success: (await api.addReturnPictures(orderId, returnId, [])).message }
    if (deed === 'refund-to') return { form, ...(await changeRefundTo(api, orderId, returnId, body)) }
    return { form, ...(await ask(api, orderId, body)) }
  } catch (error) {
    return { form, ...failureOf(error, textsOf(body), 'That did not work. Please try again later.') }
  }
}
