import { createContext, type RouterContextProvider } from 'react-router'

import type { AdminApi } from '#contract/api/admin-api.ts'
import type { PublicSettings } from '#contract/settings/public-settings.ts'
import type { ApiFetch } from '#contract/api/api-client.ts'

import { createAdminApi } from '#contract/api/admin-api.ts'

/** Facts about the shop that the server passes to the pages; the same for every visitor. */
export interface ShopFacts extends PublicSettings {
  publicUrl: string
  isSandbox: boolean
  /** Whether every page says that no money moves. */
  hasSandboxNotice: boolean
  /** Customers get mails: there is a mail server. */
  sendsMail: boolean
  checkoutUrl: string
  /** A courier service is set up, so that the staff can have parcels booked. */
  booksParcels?: true
}

const apiContext = createContext<AdminApi>()
const shopContext = createContext<ShopFacts>()
const reporterContext = createContext<(error: unknown) => void>()
const requestIdContext = createContext<string>()
const callsContext = createContext<FinishedCall[]>()

/** A call that the page has made. */
interface FinishedCall {
  status: number
  /** Seconds, where the shop said when to come back. */
  retryAfter: string | null
}

interface PageContext extends ShopFacts {
  fetch: ApiFetch
  requestId: string
  onFault: (error: unknown) => void
}

const noteCalls =
  (fetch: ApiFetch, calls: FinishedCall[]): ApiFetch =>
  async (path, init) => {
    const answer = await fetch(path, init)
    calls.push({ status: answer.status, retryAfter: answer.headers.get('retry-after') })
    return answer
  }

/** Fills the context of one rendering with the server's API client and the shop's facts. */
export function fillContext(
  context: RouterContextProvider,
  { fetch, requestId, onFault, ...facts }: PageContext,
): RouterContextProvider {
  const calls: FinishedCall[] = []
  context.set(callsContext, calls)
  context.set(apiContext, createAdminApi(noteCalls(fetch, calls)))
  context.set(shopContext, facts)
  context.set(reporterContext, onFault)
  context.set(requestIdContext, requestId)
  return context
}

/** The API as a loader or an action on the server uses it. */
export const serverApi = (context: Readonly<RouterContextProvider>): AdminApi => context.get(apiContext)

/** The shop's facts as a loader on the server uses them. */
export const shopFacts = (context: Readonly<RouterContextProvider>): ShopFacts => context.get(shopContext)

/** The calls that this page has made so far, in the order in which they ended. */
export const callsOf = (context: Readonly<RouterContextProvider>): readonly FinishedCall[] => context.get(callsContext)

/** The id of this page's request in the log. */
export const requestIdOf = (context: Readonly<RouterContextProvider>): string => context.get(requestIdContext)

/** Writes an error in a page to the shop's log. */
export const reportError = (context: Readonly<RouterContextProvider>, error: unknown): void =>
  context.get(reporterContext)(error)
