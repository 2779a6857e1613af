import type { AdminEvent } from '#contract/admin-events.ts'

const KINDS: readonly AdminEvent['kind'][] = ['order', 'contact', 'product']
const CHANGES: readonly AdminEvent['change'][] = ['insert', 'update', 'delete']
const MOST_NAMED = 100

/** Reads what the database announces: `kind change id id …`. Undefined for anything else. */
export function readAdminEvent(payload: string): AdminEvent | undefined {
  const [first, second, ...ids] = payload.split(' ')
  const kind = KINDS.find((one) => one === first)
  const change = CHANGES.find((one) => one === second)
  if (!kind || !change) return undefined
  return { kind, change, ids: ids.length > MOST_NAMED ? [] : ids }
}

/** Several pieces of news as few: one for each kind and change, every id once; too many ids are no ids. */
export function mergeEvents(news: readonly AdminEvent[]): AdminEvent[] {
  const byKind = Map.groupBy(news, ({ kind, change }) => `${kind} ${change}`)
  return [...byKind.values()].flatMap((alike) => {
    const [first] = alike
    if (!first) return []
    const ids = [...new Set(alike.flatMap((one) => one.ids))]
    const isNamed = alike.every((one) => one.ids.length > 0) && ids.length <= MOST_NAMED
    return [{ ...first, ids: isNamed ? ids : [] }]
  })
}
