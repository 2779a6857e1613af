import { redirect } from 'react-router'

import { browserApi } from '#app/api/admin-browser-api.ts'
import { chosenIn, failureOf, textIn, type FormResult } from '#app/api/form-result.ts'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'

/** What a pressed button or a form of a list sends. */
interface Sent {
  /** The row that it is about. */
  id: string
  /** The rows that are chosen. */
  ids: string[]
  /** The text of a field. */
  text(name: string): string
  /** The values of a field that may be chosen several times. */
  chosen(name: string): string[]
}

interface ListCall {
  call(api: AdminApi, sent: Sent): Promise<object>
  /** The sentence where the shop gives none. */
  failed: string
  /** Its failure stands in the form that sent it, so no toast says it. */
  isInForm?: boolean
  /** Its answer has something that is shown once, so the page is not opened again after it. */
  isShownOnce?: boolean
}

/** The changes that a list can make, each under the name that its button or form sends as `act`. */
export type ListCalls = Readonly<Record<string, ListCall>>

export interface ListResult {
  isDone: boolean
  message?: string
  /** Of a call whose answer is shown once. */
  answer?: object
  failure?: FormResult['failure']
  /** Its failure stands in the form that sent it. */
  isInForm?: boolean
}

const messageIn = (answer: object) =>
  'message' in answer && typeof answer.message === 'string' ? { message: answer.message } : {}

async function send(api: AdminApi, request: Request, calls: ListCalls): Promise<ListResult> {
  const form = await request.formData()
  const ids = chosenIn(form, 'id')
  const act = textIn(form, 'act')
  const chosen = Object.hasOwn(calls, act) ? calls[act] : undefined
  if (!chosen) throw new Response(null, { status: 400 })
  const { call, failed, isInForm = false, isShownOnce } = chosen
  try {
    const answer = await call(api, {
      id: ids[0] ?? '',
      ids,
      text: (name) => textIn(form, name),
      chosen: (name) => chosenIn(form, name),
    })
    return { isDone: true, ...messageIn(answer), ...(isShownOnce && { answer }) }
  } catch (error) {
    return { isDone: false, isInForm, ...failureOf(error, {}, failed) }
  }
}

/**
 * The `action` of a list, for forms that are sent before the page is hydrated. After a change the list is opened again.
 */
export async function callFromPage(api: AdminApi, request: Request, calls: ListCalls): Promise<ListResult | Response> {
  const result = await send(api, request, calls)
  const { pathname, search } = new URL(request.url)
  return result.isDone && !result.answer ? redirect(pathname + search) : result
}

/** The `clientAction` of a list: a toast says how it ended, and the list is loaded again. */
export async function callFromBrowser(request: Request, calls: ListCalls): Promise<ListResult> {
  const result = await send(browserApi, request, calls)
  if (result.message !== undefined) toastSuccess(result.message)
  if (result.failure && !result.isInForm) toastError(result.failure.message)
  return result
}
