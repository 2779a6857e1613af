import { createContext, type RouterContextProvider } from 'react-router'

import type { Api, ApiFetch } from '#contract/api.ts'

import { createApi } from '#contract/api.ts'

/** What the server tells the pages about the shop; the same for every visitor. */
export interface ShopFacts {
  shopName: string
  publicUrl: string
  isSandbox: boolean
  /** Whether every page says that no money moves. */
  hasSandboxNotice: boolean
  /** Customers get mails: there is a mail server. */
  sendsMail: boolean
  checkoutUrl: string
}

const apiContext = createContext<Api>()
const shopContext = createContext<ShopFacts>()
const faultContext = createContext<(error: unknown) => void>()

interface PageContext extends ShopFacts {
  fetch: ApiFetch
  onFault: (error: unknown) => void
}

/** Fills the context of one rendering: the server's door to the API and the shop's facts. */
export function fillContext(
  context: RouterContextProvider,
  { fetch, onFault, ...facts }: PageContext,
): RouterContextProvider {
  context.set(apiContext, createApi(fetch))
  context.set(shopContext, facts)
  context.set(faultContext, onFault)
  return context
}

/** The API as a loader or an action on the server uses it. */
export const serverApi = (context: Readonly<RouterContextProvider>): Api => context.get(apiContext)

/** The shop's facts as a loader on the server uses them. */
export const shopFacts = (context: Readonly<RouterContextProvider>): ShopFacts => context.get(shopContext)

/** Tells the shop's log of a fault in a page. */
export const reportFault = (context: Readonly<RouterContextProvider>, error: unknown): void =>
  context.get(faultContext)(error)
