import type { ManifestQuery } from '#contract/orders/parcels.ts'
import type { DrawsPdfs } from '#server/documents/service.ts'
import type { Shop } from '#server/start/shop.ts'

import { dayInIndia } from '#contract/units/india-time.ts'
import { COURIERS } from '#contract/orders/couriers.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { documentSeller } from '#server/documents/service.ts'
import { missing } from '#server/errors.ts'
import { PDF, type SavedFile } from '#server/http/responses/send-file.ts'
import { listLeavingParcels, type LeavingParcel } from '#server/orders/parcels/list-parcels-queries.ts'

/** Nobody hands over more at once; the drawing of so many takes most of a second. */
const MOST_PARCELS = 500
const NO_COURIER = 'no courier named'

function carrierOf({ carrier, shipment }: LeavingParcel): string {
  if (carrier !== null) return carrier
  if (!shipment) return NO_COURIER
  return shipment.courierName ?? COURIERS[shipment.courier].name
}

const parcelOf = ({ orderId, shipment, name, city, pincode, weightGrams, cashPaise }: LeavingParcel) => ({
  number: `#${shortIdOf(orderId)}`,
  trackingNumber: shipment?.trackingNumber ?? '',
  name,
  city,
  pincode,
  weightGrams,
  cashPaise,
})

/** What couriers take on a day, each on pages of their own. Throws not-found where nothing is to be taken. */
export async function getManifest(shop: Shop, drawer: DrawsPdfs, query: ManifestQuery): Promise<SavedFile> {
  const { day = dayInIndia(new Date()), carrier } = query
  const found = await listLeavingParcels(shop.db, { day, hasSandbox: shop.payment.isSandbox, limit: MOST_PARCELS })
  const byCarrier = Map.groupBy(found, carrierOf)
  const carriers = [...byCarrier]
    .filter(([name]) => carrier === undefined || name === carrier)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, parcels]) => ({ name, parcels: parcels.map(parcelOf) }))
  if (carriers.length === 0) throw missing('No parcel waits to be handed over.')
  const { shopName, legalName, address, web } = documentSeller(shop)
  const draft = { shopName, sender: [legalName, ...address], address: web, day, carriers }
  return { type: PDF, fileName: `manifest-${day}.pdf`, content: await drawer.draw({ kind: 'manifest', ...draft }) }
}
