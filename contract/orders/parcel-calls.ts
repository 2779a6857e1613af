import type { BookParcels, BookParcelsAnswer, ManifestQuery, ParcelLabelAnswer } from '#contract/orders/parcels.ts'
import type { StaffOrderAnswer } from '#contract/orders/orders.ts'

import { segment, withQuery, type createClient } from '#contract/api/api-client.ts'

/** Calls of the admin area about parcels that a courier service books. */
export const parcelCalls = ({ call, send }: ReturnType<typeof createClient>) => ({
  bookParcels: (orders: BookParcels['orders']) => call<BookParcelsAnswer>('POST', '/admin/parcels/book', { orders }),
  /** Asks the courier now where a parcel is. */
  checkParcel: (parcelId: string) => call<StaffOrderAnswer>('POST', `/admin/parcels/${segment(parcelId)}/check`, {}),
  cancelParcel: (parcelId: string) => call<StaffOrderAnswer>('POST', `/admin/parcels/${segment(parcelId)}/cancel`, {}),
  getParcelLabel: (parcelId: string) =>
    call<ParcelLabelAnswer>('POST', `/admin/parcels/${segment(parcelId)}/label`, {}),
  /** The parcels that couriers take on a day, as a PDF to sign. */
  getManifest: async (query: ManifestQuery = {}) =>
    (await send('GET', withQuery('/admin/parcels/manifest', query))).blob(),
})
