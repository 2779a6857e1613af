import { waitingOnDevice } from '#app/admin/packing/waiting-on-device.ts'

/** A piece that was packed here and that the server has not confirmed yet. */
export interface WaitingItem {
  key: string
  orderId: string
  /** What was scanned, or the line that was checked off by hand. */
  piece: { code: string } | { lineId: string }
}

/** Pieces by their keys. */
export const WAITING_ITEMS = waitingOnDevice<WaitingItem>('selvedge.packed-item.', ({ key, orderId, piece }) => {
  const { code, lineId } = Object(piece) as Record<string, unknown>
  return typeof key === 'string' && typeof orderId === 'string' && typeof (code ?? lineId) === 'string'
})
