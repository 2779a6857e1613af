import type { Booking, CallOptions, CourierService, NewParcel } from '#server/orders/couriers/courier-service.ts'

import { CourierRefused } from '#server/orders/couriers/courier-errors.ts'
import { UnreadableCourierEvent } from '#server/orders/couriers/courier-service.ts'
import {
  AnyAnswer,
  AssignAnswer,
  CreateAnswer,
  EventBody,
  LabelAnswer,
  OrdersAnswer,
  TrackAnswer,
  type ListedOrder,
} from '#server/orders/couriers/shiprocket/shiprocket-answers.ts'
import { createShiprocketCall, type ShiprocketAccess } from '#server/orders/couriers/shiprocket/shiprocket-call.ts'
import { returnBody, shipmentBody } from '#server/orders/couriers/shiprocket/shiprocket-orders.ts'

interface ShiprocketOptions extends ShiprocketAccess {
  webhookSecrets: readonly string[]
  /** The name of the place in Shiprocket's settings where parcels are fetched. */
  pickupLocation: string
  isSandbox: boolean
}

const TRACKING_PAGE = 'https://shiprocket.co/tracking/'
const MOST_LISTED = 20

const linkOf = (trackingNumber: string) => `${TRACKING_PAGE}${encodeURIComponent(trackingNumber)}`

const bookingOf = ({ shipmentId, trackingNumber, carrier, costPaise }: ListedOrder): Booking => ({
  shipmentId,
  trackingNumber,
  carrier: carrier || 'Shiprocket',
  trackingLink: linkOf(trackingNumber),
  costPaise,
})

/**
 * Shiprocket's REST API, or whatever speaks it at `apiUrl`. It has no idempotency: what was asked for twice may be
 * there twice. So a number is only given to one order of a reference, and where several are there, to the oldest.
 */
export function createShiprocket({
  webhookSecrets,
  pickupLocation,
  isSandbox,
  ...access
}: ShiprocketOptions): CourierService {
  const call = createShiprocketCall(access)

  /**
   * What stands under a reference and is not cancelled: one with a tracking number before one without, and the oldest
   * first.
   */
  async function find(reference: string, { signal }: CallOptions): Promise<ListedOrder[]> {
    const orders = await call(OrdersAnswer, {
      path: '/orders',
      query: { search: reference, per_page: MOST_LISTED },
      signal,
    })
    return orders
      .filter((order) => order.reference === reference && !order.isCancelled)
      .toSorted(
        (one, other) =>
          Number(other.trackingNumber !== '') - Number(one.trackingNumber !== '') || Number(one.id) - Number(other.id),
      )
  }

  async function assign(shipmentId: string, { signal }: CallOptions): Promise<Booking> {
    const { awb_assign_status, response } = await call(AssignAnswer, {
      path: '/courier/assign/awb',
      body: { shipment_id: Number(shipmentId) },
      signal,
    })
    const { awb_code: trackingNumber, courier_name, freight_charges, awb_assign_error } = response.data
    if (awb_assign_status !== 1 || trackingNumber === '') {
      throw new CourierRefused(awb_assign_error || 'Shiprocket found no courier for this parcel.')
    }
    return bookingOf({
      id: '',
      reference: '',
      isCancelled: false,
      shipmentId,
      trackingNumber,
      carrier: courier_name,
      costPaise: freight_charges,
    })
  }

  /** Creates the order where there is none, and has a courier carry it where none does. */
  async function bookOnce(
    path: string,
    { reference, body }: { reference: string; body: object },
    { mayExist, signal }: CallOptions & { mayExist: boolean },
  ): Promise<Booking> {
    const [known] = mayExist ? await find(reference, { signal }) : []
    if (known && known.trackingNumber !== '') return bookingOf(known)
    const { shipmentId } = known ?? (await create(path, body, signal))
    try {
      return await assign(shipmentId, { signal })
    } catch (error) {
      // A call whose answer was lost may have given it a number meanwhile.
      const [carried] = error instanceof CourierRefused ? await find(reference, { signal }) : []
      if (carried && carried.trackingNumber !== '') return bookingOf(carried)
      throw error
    }
  }

  async function create(path: string, body: object, signal: AbortSignal | undefined) {
    const { shipment_id: shipmentId } = await call(CreateAnswer, { path, body, signal })
    return { shipmentId }
  }

  return {
    name: 'shiprocket',
    isSandbox,
    webhookSecrets,
    book: (parcel: NewParcel, options) =>
      bookOnce(
        '/orders/create/adhoc',
        { reference: parcel.reference, body: shipmentBody(parcel, pickupLocation) },
        options,
      ),
    bookReturn: (parcel, to, options) =>
      bookOnce('/orders/create/return', { reference: parcel.reference, body: returnBody(parcel, to) }, options),
    async pickUp(shipmentId, { signal } = {}) {
      try {
        await call(AnyAnswer, { path: '/courier/generate/pickup', body: { shipment_id: [Number(shipmentId)] }, signal })
      } catch (error) {
        if (!(error instanceof CourierRefused && /already/i.test(error.message))) throw error
      }
    },
    async getLabelLink(shipmentId, { signal } = {}) {
      const { label_created, label_url } = await call(LabelAnswer, {
        path: '/courier/generate/label',
        body: { shipment_id: [Number(shipmentId)] },
        signal,
      })
      if (label_created !== 1 || !label_url) throw new CourierRefused('Shiprocket has no label for this parcel yet.')
      return label_url
    },
    async cancel(reference, { signal } = {}) {
      const ids = (await find(reference, { signal })).map(({ id }) => Number(id))
      if (ids.length > 0) await call(AnyAnswer, { path: '/orders/cancel', body: { ids }, signal })
    },
    track: (trackingNumber, { signal } = {}) =>
      call(TrackAnswer, { path: `/courier/track/awb/${encodeURIComponent(trackingNumber)}`, signal }),
    readEvent(rawBody) {
      try {
        return EventBody.parse(JSON.parse(rawBody))
      } catch (cause) {
        throw new UnreadableCourierEvent('The event could not be read.', { cause })
      }
    },
  }
}
