import { createContext, type RouterContextProvider } from 'react-router'

import type { AdminApi } from '#contract/admin-api.ts'
import type { PublicSettings } from '#contract/public-settings.ts'
import type { ApiFetch } from '#contract/api-client.ts'

import { createAdminApi } from '#contract/admin-api.ts'

/** Facts about the shop that the server passes to the pages; the same for every visitor. */
export interface ShopFacts extends PublicSettings {
  publicUrl: string
  isSandbox: boolean
  /** Whether every page says that no money moves. */
  hasSandboxNotice: boolean
  /** Customers get mails: there is a mail server. */
  sendsMail: boolean
  checkoutUrl: string
}

const apiContext = createContext<AdminApi>()
const shopContext = createContext<ShopFacts>()
const reporterContext = createContext<(error: unknown) => void>()
const requestIdContext = createContext<string>()

interface PageContext extends ShopFacts {
  fetch: ApiFetch
  requestId: string
  onFault: (error: unknown) => void
}

/** Fills the context of one rendering with the server's API client and the shop's facts. */
export function fillContext(
  context: RouterContextProvider,
  { fetch, requestId, onFault, ...facts }: PageContext,
): RouterContextProvider {
  context.set(apiContext, createAdminApi(fetch))
  context.set(shopContext, facts)
  context.set(reporterContext, onFault)
  context.set(requestIdContext, requestId)
  return context
}

/** The API as a loader or an action on the server uses it. */
export const serverApi = (context: Readonly<RouterContextProvider>): AdminApi => context.get(apiContext)

/** The shop's facts as a loader on the server uses them. */
export const shopFacts = (context: Readonly<RouterContextProvider>): ShopFacts => context.get(shopContext)

/** The id of this page's request in the log. */
export const requestIdOf = (context: Readonly<RouterContextProvider>): string => context.get(requestIdContext)

/** Writes an error in a page to the shop's log. */
export const reportError = (context: Readonly<RouterContextProvider>, error: unknown): void =>
  context.get(reporterContext)(error)
