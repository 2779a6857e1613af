const ID = /^[\da-f]{24}$/

/** The page of each link of a mail about an order, by the name in the query that has the order's id. */
const LINKED_PAGES: Readonly<Record<string, (orderId: string) => string>> = {
  pay: (orderId) => `/order/pay/${orderId}`,
  returns: (orderId) => `/user-profile/orders/${orderId}/returns`,
  order: (orderId) => `/user-profile#${orderId}`,
}

/** The secret of the link to what a program has chosen, if a query brings one along. */
export function chosenIn(query: string): string | undefined {
  const token = new URLSearchParams(query).get('chosen') ?? ''
  return /^[\w-]{32}$/.test(token) ? token : undefined
}

/**
 * The path after the sign-in: what a mail about an order links to, what a program has chosen, else the home page. Mails
 * link to the sign-in page because the browser does not send the session cookie with a link from another site.
 */
export function pathAfterSignIn(query: string): string {
  const names = new URLSearchParams(query)
  for (const [name, pathOf] of Object.entries(LINKED_PAGES)) {
    const orderId = names.get(name) ?? ''
    if (ID.test(orderId)) return pathOf(orderId)
  }
  const chosen = chosenIn(query)
  return chosen === undefined ? '/' : `/chosen/${chosen}`
}
