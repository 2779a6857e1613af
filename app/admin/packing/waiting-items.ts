/** A piece that was packed here and that the server has not confirmed yet. */
export interface WaitingItem {
  key: string
  orderId: string
  /** What was scanned, or the line that was checked off by hand. */
  piece: { code: string } | { lineId: string }
}

/** Each piece has an entry of its own, so that two tabs keep what both have packed. */
const PREFIX = 'selvedge.packed-item.'

const recordIn = (value: unknown) => Object(value) as Record<string, unknown>

interface Entry {
  item: WaitingItem
  /** Its place in the sequence in which pieces were packed. */
  at: number
}

function entryIn(text: string | null): Entry[] {
  try {
    const { key, orderId, piece, at } = recordIn(JSON.parse(text ?? '{}'))
    const { code, lineId } = recordIn(piece)
    if (typeof key !== 'string' || typeof orderId !== 'string' || typeof at !== 'number') return []
    if (typeof code === 'string') return [{ item: { key, orderId, piece: { code } }, at }]
    return typeof lineId === 'string' ? [{ item: { key, orderId, piece: { lineId } }, at }] : []
  } catch {
    return []
  }
}

/** What waits on this device, in the sequence in which it was packed; nothing if it cannot be read. */
export function readWaiting(storage: Storage): WaitingItem[] {
  try {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    const entries = keys.filter((key) => key.startsWith(PREFIX)).flatMap((key) => entryIn(storage.getItem(key)))
    return entries.toSorted((one, other) => one.at - other.at).map(({ item }) => item)
  } catch {
    return []
  }
}

/** When a piece was packed here last; two in one millisecond are told apart. */
let lastAt = 0

/** Keeps a piece after all that wait. A full or forbidden storage is ignored: the page itself still has it. */
export function saveWaiting(storage: Storage, item: WaitingItem): void {
  lastAt = Math.max(Date.now(), lastAt + 1)
  try {
    storage.setItem(PREFIX + item.key, JSON.stringify({ ...item, at: lastAt }))
  } catch {
    // Full or forbidden: what waits is lost only if the page is closed, too.
  }
}

/** Forgets pieces that the server has, or will never take. */
export function removeWaiting(storage: Storage, keys: Iterable<string>): void {
  try {
    for (const key of keys) storage.removeItem(PREFIX + key)
  } catch {
    // Nothing was kept.
  }
}
