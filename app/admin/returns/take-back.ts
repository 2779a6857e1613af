import { failureOf, textIn, textsOf, type FormResult } from '#app/api/form-result.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { StaffReturnRequest } from '#contract/returns/returns.ts'

/** The fields of a line in the form; its id alone is how many of its pieces come back. */
export const reasonField = (lineId: string): string => `reason ${lineId}`
export const noteField = (lineId: string): string => `note ${lineId}`

/** What a form takes back: the lines of which at least one piece is named. */
function requestOf(form: FormData): StaffReturnRequest {
  const lines = form.getAll('line').flatMap((value) => {
    const _id = typeof value === 'string' ? value : ''
    const quantity = Number(textIn(form, _id))
    const note = textIn(form, noteField(_id)).trim()
    // The server checks the reason.
    const reason = textIn(form, reasonField(_id)) as StaffReturnRequest['lines'][number]['reason']
    return quantity === 0 ? [] : [{ _id, quantity, reason, ...(note !== '' && { note }) }]
  })
  return { lines, wayBack: textIn(form, 'wayBack') as StaffReturnRequest['wayBack'] }
}

/** Sends what a form takes back. `success` is the id of the return; a refusal keeps what was typed. */
export async function takeBack(api: AdminApi, orderId: string, form: FormData): Promise<FormResult> {
  try {
    const { _id } = await api.takeBack(orderId, requestOf(form))
    return { success: _id }
  } catch (error) {
    return failureOf(error, textsOf(form), 'Failed to take the pieces back.')
  }
}
