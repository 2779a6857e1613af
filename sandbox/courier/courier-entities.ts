import type { SandboxParcel, SandboxScan } from '#sandbox/courier/courier-database.ts'

/** The service's numbers for its words. */
const STATUS_IDS: Readonly<Record<string, number>> = {
  'PICKUP SCHEDULED': 3,
  'MANIFEST GENERATED': 5,
  SHIPPED: 6,
  DELIVERED: 7,
  CANCELED: 8,
  'RTO INITIATED': 9,
  'RTO DELIVERED': 10,
  LOST: 12,
  'OUT FOR DELIVERY': 17,
  'IN TRANSIT': 18,
  'OUT FOR PICKUP': 19,
  UNDELIVERED: 21,
  'REACHED AT DESTINATION HUB': 38,
  'PICKED UP': 42,
  'RTO IN TRANSIT': 46,
}

const indian = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Kolkata' })
/** `2026-11-26 15:04:05`, in India and without its zone, as the service writes times. */
const indianTime = (at: Date) => indian.format(at)
/** `26 11 2026 15:04:05`, as the service writes the time of an event. */
const eventTime = (at: Date) => indianTime(at).replace(/^(\d+)-(\d+)-(\d+)/, '$3 $2 $1')

const statusOf = (parcel: SandboxParcel, last: SandboxScan | undefined) => {
  if (parcel.isCancelled) return 'CANCELED'
  return last?.label ?? (parcel.awb ? 'READY TO SHIP' : 'NEW')
}

const activity = ({ at, label, activity: note, location }: SandboxScan) => ({
  date: indianTime(at),
  status: label
    .split(' ')
    .map((word) => word[0])
    .join(''),
  activity: note,
  location,
  'sr-status': String(STATUS_IDS[label] ?? 'NA'),
  'sr-status-label': label,
})

/** The shipment of an order has a number of its own. */
export const SHIPMENT_OFFSET = 7_000_000
const FREIGHT_PER_HALF_KILO = 45.5

/** What the carriage of a parcel costs, in rupees. */
const freightOf = ({ request }: SandboxParcel) =>
  Math.max(1, Math.ceil(Number(request.weight) / 0.5)) * FREIGHT_PER_HALF_KILO

/** An order as it was just created. */
export const createdEntity = ({ id }: SandboxParcel) => ({
  order_id: id,
  shipment_id: id + SHIPMENT_OFFSET,
  status: 'NEW',
  status_code: 1,
  onboarding_completed_now: 0,
  awb_code: null,
  courier_company_id: null,
  courier_name: null,
})

/** The answer to a number that was given. */
export const assignedEntity = (parcel: SandboxParcel) => ({
  awb_assign_status: 1,
  response: {
    data: {
      courier_company_id: 142,
      awb_code: parcel.awb,
      cod: parcel.request.payment_method === 'COD' ? 1 : 0,
      order_id: parcel.id,
      shipment_id: parcel.id + SHIPMENT_OFFSET,
      awb_code_status: 1,
      applied_weight: Number(parcel.request.weight),
      freight_charges: freightOf(parcel),
      courier_name: parcel.courier,
    },
  },
})

/** An order in the list of orders. */
export const listedEntity = (parcel: SandboxParcel, last: SandboxScan | undefined) => ({
  id: parcel.id,
  channel_id: 1,
  channel_name: 'CUSTOM',
  channel_order_id: parcel.reference,
  status: statusOf(parcel, last),
  payment_method: parcel.request.payment_method === 'COD' ? 'cod' : 'prepaid',
  created_at: indianTime(parcel.createdAt),
  shipments: [
    {
      id: parcel.id + SHIPMENT_OFFSET,
      courier: parcel.courier ?? '',
      weight: Number(parcel.request.weight),
      awb: parcel.awb ?? '',
      freight_charges: parcel.awb ? freightOf(parcel) : null,
      pickup_scheduled_date: parcel.pickupAt && indianTime(parcel.pickupAt),
    },
  ],
})

/** A parcel's history, newest first. */
export function trackingEntity(parcel: SandboxParcel, scans: readonly SandboxScan[]) {
  const last = scans.at(-1)
  if (!last) {
    return { tracking_data: { track_status: 0, error: 'There are no activities of this parcel yet.' } }
  }
  return {
    tracking_data: {
      track_status: 1,
      shipment_status: STATUS_IDS[last.label] ?? 0,
      shipment_track: [
        {
          id: parcel.id,
          awb_code: parcel.awb,
          shipment_id: parcel.id + SHIPMENT_OFFSET,
          order_id: parcel.id,
          current_status: last.label,
          courier_name: parcel.courier,
        },
      ],
      shipment_track_activities: scans.map(activity).toReversed(),
      track_url: `https://shiprocket.co/tracking/${parcel.awb}`,
    },
  }
}

/** The body of a status call. */
export function statusCallBody(parcel: SandboxParcel, scans: readonly SandboxScan[]): string {
  const last = scans.at(-1)
  return JSON.stringify({
    awb: parcel.awb,
    courier_name: parcel.courier,
    current_status: last?.label ?? '',
    current_status_id: STATUS_IDS[last?.label ?? ''] ?? 0,
    shipment_status: last?.label ?? '',
    shipment_status_id: STATUS_IDS[last?.label ?? ''] ?? 0,
    current_timestamp: last ? eventTime(last.at) : '',
    order_id: parcel.reference,
    sr_order_id: parcel.id,
    scans: scans.map(activity),
    is_return: parcel.isReturn ? 1 : 0,
    channel_id: 1,
    pod_status: 'OTP Based Delivery',
    pod: 'Not Available',
  })
}
