import { useEffect, useState } from 'react'

import { MENU_ENTRIES } from '#app/admin/shell/menu-entries.ts'
import { isCalled, PALETTE_ACTIONS, type PaletteAction } from '#app/admin/shell/palette-actions.ts'
import { shownScreens } from '#app/admin/shell/side-lines.ts'
import { useKnownToDoCounts } from '#app/admin/shell/use-to-do-counts.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { findableInMessage, findableInOrder, findableInProduct, whyFound } from '#app/admin/shell/why-found.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { useShop } from '#app/api/use-shop.ts'
import type { Waiting } from '#contract/dashboard/dashboard.ts'
import { formatTotal } from '#contract/units/money.ts'
import { STATUS_FACTS } from '#contract/states/order-states.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

export interface Hit {
  group: 'Screens' | 'Actions' | 'Products' | 'Orders' | 'Messages'
  label: string
  detail: string
  /** Where it leads, or what it does. */
  does: PaletteAction['does']
}

type MayDo = ReturnType<typeof useMayDo>

const WAIT_MS = 150
const MAX_OF_A_KIND = 5
const MIN_LETTERS = 2

const screens = (words: string, mayDo: MayDo, waiting: Waiting | undefined): Hit[] =>
  shownScreens(MENU_ENTRIES, mayDo, waiting)
    .filter((entry) => words === '' || isCalled(words, entry))
    .map(({ label, key, to }) => ({
      group: 'Screens',
      label,
      detail: key ? `G ${key.toUpperCase()}` : '',
      does: { to },
    }))

const actions = (words: string, mayDo: MayDo): Hit[] =>
  PALETTE_ACTIONS.filter((action) => isCalled(words, action) && (!action.area || mayDo(action.area))).map(
    ({ label, does }) => ({ group: 'Actions', label, detail: '', does }),
  )

const NO_PRODUCTS = { products: [] }
const NO_ROWS = { items: [] }

/** The products, orders and messages that the server finds. A failed call finds nothing. */
async function search(words: string, isLive: boolean, mayDo: MayDo, signal: AbortSignal): Promise<Hit[]> {
  const [products, orders, contacts] = await Promise.allSettled([
    mayDo('catalogue')
      ? browserApi.listProductsForAdmin({ search: words, page: 1, limit: MAX_OF_A_KIND }, { signal })
      : NO_PRODUCTS,
    mayDo('orders') ? browserApi.listAllOrders({ search: words, limit: MAX_OF_A_KIND }, { signal }) : NO_ROWS,
    mayDo('messages') ? browserApi.listContacts({ search: words, limit: MAX_OF_A_KIND }, { signal }) : NO_ROWS,
  ])
  return [
    ...(products.status === 'fulfilled' ? products.value.products : []).map((product): Hit => {
      const { _id, name: label, category, price, discountedPrice, isDraft } = product
      const facts = [category.name, formatTotal(discountedPrice ?? price)]
      const detail = [...(isDraft ? ['Draft'] : []), ...whyFound(findableInProduct(product), words, label), ...facts]
      return { group: 'Products', label, detail: detail.join(', '), does: { to: `/admin/products/${_id}` } }
    }),
    ...(orders.status === 'fulfilled' ? orders.value.items : []).map((order): Hit => {
      const { _id, user, status, totalAmount, isSandbox } = order
      const label = `#${shortIdOf(_id)} ${user.name}`
      const facts = [STATUS_FACTS[status].label, ...(totalAmount === null ? [] : [formatTotal(totalAmount)])]
      const why = whyFound(findableInOrder(order), words, label)
      const detail = [...why, ...(isSandbox && isLive ? ['Sandbox'] : []), ...facts].join(', ')
      return { group: 'Orders', label, detail, does: { to: `/admin/orders/${_id}` } }
    }),
    ...(contacts.status === 'fulfilled' ? contacts.value.items : []).map((message): Hit => {
      const { _id, subject: label, firstName, lastName, ticket } = message
      const facts = `${ticket}, ${firstName} ${lastName}`
      const why = whyFound(findableInMessage(message), words, `${label} ${facts}`)
      return {
        group: 'Messages',
        label,
        detail: [...why, facts].join(', '),
        does: { to: `/admin/contacts?open=${_id}` },
      }
    }),
  ]
}

/** The results for a text: screens and actions at once, products, orders and messages once the server has answered. */
export function usePaletteResults(words: string): { hits: Hit[]; isSearching: boolean } {
  const [found, setFound] = useState<{ words: string; hits: Hit[] }>({ words: '', hits: [] })
  const text = words.trim()
  const isLive = !useShop().isSandbox
  const mayDo = useMayDo()
  const waiting = useKnownToDoCounts()
  const isSearched = text.length >= MIN_LETTERS
  useEffect(() => {
    if (!isSearched) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void search(text, isLive, mayDo, stop.signal).then((hits) => {
        if (!stop.signal.aborted) setFound({ words: text, hits })
      })
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, isSearched, isLive, mayDo])
  const isAnswered = isSearched && found.words === text
  const atOnce = [...screens(text, mayDo, waiting), ...actions(text, mayDo)]
  return { hits: [...atOnce, ...(isAnswered ? found.hits : [])], isSearching: isSearched && !isAnswered }
}
