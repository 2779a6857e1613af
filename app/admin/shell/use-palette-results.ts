import { useEffect, useState } from 'react'

import { PLACES } from '#app/admin/shell/shortcuts.ts'
import { browserApi } from '#app/api/browser.ts'
import { useShop } from '#app/api/shop.ts'
import { STATUS_LABELS } from '#app/orders/status-labels.ts'
import { shortIdOf } from '#contract/short-id.ts'
import { formatTotal } from '#contract/money.ts'

export interface Hit {
  group: 'Screens' | 'Products' | 'Orders' | 'Messages'
  label: string
  detail: string
  to: string
}

const WAIT_MS = 150
const MOST = 5
const LEAST_LETTERS = 2

const screens = (words: string): Hit[] =>
  PLACES.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase())).map(({ label, key, to }) => ({
    group: 'Screens',
    label,
    detail: `G ${key.toUpperCase()}`,
    to,
  }))

/** What the server finds; a part that fails is left out. */
async function search(words: string, isLive: boolean, signal: AbortSignal): Promise<Hit[]> {
  const [products, orders, contacts] = await Promise.allSettled([
    browserApi.listProducts({ search: words, page: 1, limit: MOST }, { signal }),
    browserApi.listAllOrders({ search: words, limit: MOST }, { signal }),
    browserApi.listContacts({ search: words, limit: MOST }, { signal }),
  ])
  return [
    ...(products.status === 'fulfilled' ? products.value.products : []).map(
      ({ _id, name, category, price, discountedPrice }): Hit => ({
        group: 'Products',
        label: name,
        detail: `${category.name}, ${formatTotal(discountedPrice ?? price)}`,
        to: `/admin/products/${_id}`,
      }),
    ),
    ...(orders.status === 'fulfilled' ? orders.value.items : []).map(
      ({ _id, user, status, totalAmount, isSandbox }): Hit => ({
        group: 'Orders',
        label: `#${shortIdOf(_id)} ${user.name}`,
        detail: `${isSandbox && isLive ? 'Sandbox, ' : ''}${STATUS_LABELS[status].word}, ${formatTotal(totalAmount)}`,
        to: `/admin/orders/${_id}`,
      }),
    ),
    ...(contacts.status === 'fulfilled' ? contacts.value.items : []).map(
      ({ subject, firstName, lastName, email }): Hit => ({
        group: 'Messages',
        label: subject,
        detail: `${firstName} ${lastName}`,
        to: `/admin/contacts?search=${encodeURIComponent(email)}`,
      }),
    ),
  ]
}

/** What fits these words: screens at once, products, orders and messages as soon as the server has answered. */
export function usePaletteResults(words: string): { hits: Hit[]; isSearching: boolean } {
  const [found, setFound] = useState<{ words: string; hits: Hit[] }>({ words: '', hits: [] })
  const sought = words.trim()
  const isLive = !useShop().isSandbox
  const isSought = sought.length >= LEAST_LETTERS
  useEffect(() => {
    if (!isSought) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void search(sought, isLive, stop.signal).then((hits) => {
        if (!stop.signal.aborted) setFound({ words: sought, hits })
      })
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [sought, isSought, isLive])
  const isThere = isSought && found.words === sought
  return { hits: [...screens(sought), ...(isThere ? found.hits : [])], isSearching: isSought && !isThere }
}
