/** A piece that was packed here and that the server has not confirmed yet. */
export interface WaitingItem {
  key: string
  orderId: string
  /** What was scanned, or the line that was checked off by hand. */
  piece: { code: string } | { lineId: string }
}

const KEY = 'selvedge.packed-items'

const recordIn = (value: unknown) => Object(value) as Record<string, unknown>

function pieceIn(value: unknown): WaitingItem[] {
  const { key, orderId, piece } = recordIn(value)
  const { code, lineId } = recordIn(piece)
  if (typeof key !== 'string' || typeof orderId !== 'string') return []
  if (typeof code === 'string') return [{ key, orderId, piece: { code } }]
  return typeof lineId === 'string' ? [{ key, orderId, piece: { lineId } }] : []
}

/** What waits on this device, in the sequence in which it was packed; nothing if it cannot be read. */
export function readWaiting(storage: Storage): WaitingItem[] {
  try {
    const saved: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.flatMap(pieceIn) : []
  } catch {
    return []
  }
}

/** Keeps what waits. A full or forbidden storage is ignored: the page itself still has it. */
export function saveWaiting(storage: Storage, pieces: readonly WaitingItem[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(pieces))
  } catch {
    // Full or forbidden: what waits is lost only if the page is closed, too.
  }
}
