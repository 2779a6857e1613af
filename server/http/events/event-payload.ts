import type { AdminEvent } from '#contract/api/admin-events.ts'

const KINDS: readonly AdminEvent['kind'][] = ['order', 'contact', 'product']
const CHANGES: readonly AdminEvent['change'][] = ['insert', 'update', 'delete']
const MAX_IDS = 100

/** Parses what the database publishes: `kind change id id …`. Undefined for anything else. */
export function readAdminEvent(payload: string): AdminEvent | undefined {
  const [first, second, ...ids] = payload.split(' ')
  const kind = KINDS.find((one) => one === first)
  const change = CHANGES.find((one) => one === second)
  if (!kind || !change) return undefined
  return { kind, change, ids: ids.length > MAX_IDS ? [] : ids }
}

/** Merges events to one for each kind and change, with every id once. Too many ids become none. */
export function mergeEvents(events: readonly AdminEvent[]): AdminEvent[] {
  const byKind = Map.groupBy(events, ({ kind, change }) => `${kind} ${change}`)
  return [...byKind.values()].flatMap((alike) => {
    const [first] = alike
    if (!first) return []
    const ids = [...new Set(alike.flatMap((one) => one.ids))]
    const hasIds = alike.every((one) => one.ids.length > 0) && ids.length <= MAX_IDS
    return [{ ...first, ids: hasIds ? ids : [] }]
  })
}
