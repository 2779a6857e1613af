import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { trackingKey } from '#contract/orders/couriers.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { codeTyped } from '#contract/schemas/typed-text.ts'

interface Numbered {
  orderId: string
  trackingNumber: string | undefined
}

const keyOf = (number: string) => trackingKey(codeTyped(number))

/**
 * The orders that carry one of these numbers already; none where they cannot be asked for, so that a parcel leaves
 * without a network, too.
 */
async function listCarriers(numbers: readonly string[]): Promise<Numbered[]> {
  if (!navigator.onLine) return []
  const query = { trackingNumbers: numbers.join(','), limit: 100 }
  const { items } = await browserApi.listAllOrders(query).catch(() => ({ items: [] }))
  return items.map(({ _id, shipment }) => ({ orderId: _id, trackingNumber: shipment?.trackingNumber ?? undefined }))
}

/**
 * Whether parcels may leave with these numbers: asks where one stands at more orders than one, among these or at an
 * order that was sent before. Several orders may go in one parcel.
 */
export async function mayShareNumbers(parcels: readonly Numbered[]): Promise<boolean> {
  const typed = parcels.map(({ orderId, trackingNumber = '' }) => ({ orderId, key: keyOf(trackingNumber) }))
  const keys = new Set(typed.map(({ key }) => key).filter((key) => key !== ''))
  if (keys.size === 0) return true
  const own = new Set(parcels.map(({ orderId }) => orderId))
  const earlier = (await listCarriers([...keys])).filter(({ orderId }) => !own.has(orderId))
  const all = [
    ...typed,
    ...earlier.map(({ orderId, trackingNumber = '' }) => ({ orderId, key: keyOf(trackingNumber) })),
  ]
  for (const key of keys) {
    const ids = all.filter((one) => one.key === key).map(({ orderId }) => `#${shortIdOf(orderId)}`)
    const question = `Orders ${ids.join(' and ')} have the tracking number ${key}. Do they go in one parcel?`
    const asked = { question, confirmLabel: 'Yes, one parcel', cancelLabel: 'Change it' }
    if (ids.length > 1 && !(await showConfirm(asked))) return false
  }
  return true
}
