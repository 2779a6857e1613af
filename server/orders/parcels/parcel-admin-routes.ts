import { z } from 'zod'

import type { PdfDrawer } from '#server/documents/service.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { StaffOrderAnswer } from '#contract/orders/orders.ts'
import { BookParcels, BookParcelsAnswer, ManifestQuery, ParcelLabelAnswer } from '#contract/orders/parcels.ts'
import { id, noBody } from '#contract/schemas/basic-schemas.ts'
import { route } from '#server/http/route.ts'
import { PDF, sendFile } from '#server/http/responses/send-file.ts'
import { orderFor } from '#server/orders/order-without-money.ts'
import { bookParcels } from '#server/orders/parcels/book-parcels.ts'
import { cancelParcel, getParcel } from '#server/orders/parcels/cancel-parcel.ts'
import { checkParcel } from '#server/orders/parcels/check-parcels.ts'
import { getParcelLabelLink } from '#server/orders/parcels/ask-service.ts'
import { getManifest } from '#server/orders/parcels/manifest.ts'
import { getParcelOrder } from '#server/orders/parcels/staff-parcels.ts'

/** Each may book a hundred parcels. */
const BOOKINGS_PER_MINUTE = 30
const MANIFESTS_PER_MINUTE = 60
const QUESTIONS_PER_MINUTE = 60

const ParcelParams = z.object({ parcelId: id })

/** The administrators' calls about parcels that a courier service books. */
export function registerParcelsAdmin(api: ShopServer, shop: Shop, drawer: PdfDrawer): void {
  route(api, 'POST /admin/parcels/book', {
    audience: 'admin',
    // It takes long: a courier service is asked for each.
    limiter: 'none',
    callsPerMinute: BOOKINGS_PER_MINUTE,
    summary:
      'Books the parcels of up to 100 orders with the courier service and ships each with its number, with what became of each',
    body: BookParcels,
    maxEntries: 1000,
    answer: BookParcelsAnswer,
    handle: ({ user, body }) => bookParcels(shop, { orders: body.orders, actorId: user.id }),
  })
  route(api, 'POST /admin/parcels/:parcelId/check', {
    audience: 'admin',
    limiter: 'none',
    callsPerMinute: QUESTIONS_PER_MINUTE,
    summary: 'Asks the courier now where a parcel is',
    params: ParcelParams,
    body: noBody,
    answer: StaffOrderAnswer,
    errors: ['not_found', 'conflict', 'unavailable'],
    handle: async ({ user, params: { parcelId } }) => {
      const parcel = await getParcel(shop.db, parcelId)
      await checkParcel(shop, parcel)
      return {
        message: 'The courier was asked.',
        order: orderFor(user.rights, await getParcelOrder(shop.db, parcel.orderId)),
      }
    },
  })
  route(api, 'POST /admin/parcels/:parcelId/cancel', {
    audience: 'admin',
    summary: 'Has the courier service forget a parcel that no courier has yet; may be repeated',
    params: ParcelParams,
    body: noBody,
    answer: StaffOrderAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { parcelId } }) => {
      const { orderId } = await cancelParcel(shop.db, { parcelId, actorId: user.id })
      return {
        message: 'The parcel is cancelled.',
        order: orderFor(user.rights, await getParcelOrder(shop.db, orderId)),
      }
    },
  })
  route(api, 'POST /admin/parcels/:parcelId/label', {
    audience: 'admin',
    limiter: 'none',
    callsPerMinute: QUESTIONS_PER_MINUTE,
    summary: 'Asks the courier service for its own label of a parcel, and answers where it is',
    params: ParcelParams,
    body: noBody,
    answer: ParcelLabelAnswer,
    errors: ['not_found', 'conflict', 'unavailable'],
    handle: async ({ params: { parcelId } }) => ({
      link: await getParcelLabelLink(shop, await getParcel(shop.db, parcelId)),
    }),
  })
  route(api, 'GET /admin/parcels/manifest', {
    audience: 'admin',
    summary:
      'The parcels that were sent on a day and that no courier has scanned, by carrier, as a PDF with a line to sign',
    query: ManifestQuery,
    answer: z.string(),
    answerType: PDF,
    makesFile: true,
    callsPerMinute: MANIFESTS_PER_MINUTE,
    errors: ['not_found', 'unavailable'],
    handle: async ({ user, query, reply }) => sendFile(reply, await getManifest(shop, drawer.sharedBy(user.id), query)),
  })
}
