import { z } from 'zod'

import type { CourierScan } from '#server/orders/couriers/courier-service.ts'

import { storable } from '#server/db/storable-json.ts'
import { reasonOf, stepOfWord } from '#server/orders/couriers/shiprocket/shiprocket-words.ts'

// The schemas accept unknown fields, because the service adds some without notice. It writes numbers also as texts.
const idText = z.union([z.string(), z.int()]).transform(String)
const looseText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)))
const rupees = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? NaN : Number(value)))
  .transform((value) => (Number.isFinite(value) && value >= 0 ? Math.round(value * 100) : null))

export const LoginAnswer = z.object({ token: z.string().min(20).max(10_000) })

export const CreateAnswer = z.object({ order_id: idText, shipment_id: idText })

export const AssignAnswer = z.object({
  awb_assign_status: z.coerce.number(),
  response: z.object({
    data: z.object({
      awb_code: looseText,
      courier_name: looseText,
      freight_charges: rupees,
      awb_assign_error: looseText,
    }),
  }),
})

const CANCELLED = new Set(['CANCELED', 'CANCELLED', 'CANCELLATION REQUESTED'])

const ListedOrder = z
  .object({
    id: idText,
    channel_order_id: looseText,
    status: looseText,
    shipments: z.array(z.object({ id: idText, awb: looseText, courier: looseText, freight_charges: rupees })).min(1),
  })
  .transform(({ id, channel_order_id: reference, status, shipments: [shipment] }) => ({
    id,
    reference,
    isCancelled: CANCELLED.has(status.toUpperCase()),
    shipmentId: shipment?.id ?? '',
    trackingNumber: shipment?.awb ?? '',
    carrier: shipment?.courier ?? '',
    costPaise: shipment?.freight_charges ?? null,
  }))
/** An order of the service under one of our references. */
export type ListedOrder = z.output<typeof ListedOrder>
export const OrdersAnswer = z.object({ data: z.array(z.unknown()) }).transform(({ data }) =>
  // An order of another channel may lack a shipment; it is none of ours.
  data.flatMap((entry) => {
    const parsed = ListedOrder.safeParse(entry)
    return parsed.success ? [parsed.data] : []
  }),
)

export const LabelAnswer = z.object({
  label_created: z.coerce.number(),
  label_url: z
    .url({ protocol: /^https$/ })
    .nullish()
    .catch(undefined),
})
export const AnyAnswer = z.unknown()

/** What stands where a courier knows no time, such as a day of the year 1, is none. */
const isMoment = (at: Date) => at.getTime() > 0

/** The service writes times of India without their zone, to the second. */
const indianTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .transform((text) => new Date(`${text.replace(' ', 'T')}+05:30`))
  .refine(isMoment)

const LONGEST_WORD = 80
const LONGEST_NOTE = 300

const storableStart = (text: string, longest: number) => storable(text.slice(0, longest))

const ScanAnswer = z
  .object({
    date: indianTime,
    activity: looseText,
    location: looseText,
    'sr-status-label': looseText,
    status: looseText,
  })
  .transform(({ date: at, activity, location, status, 'sr-status-label': label }): CourierScan => {
    // Before the service has matched a courier's code, its own word is missing and the courier's stands alone.
    const word = storableStart(label && label !== 'NA' ? label : status || activity, LONGEST_WORD)
    const step = stepOfWord(word)
    const note = storableStart(activity, LONGEST_NOTE)
    return {
      at,
      word,
      step,
      reason: reasonOf(word, note),
      note,
      place: storableStart(location, LONGEST_NOTE),
    }
  })
const ScansAnswer = z
  .array(z.unknown())
  .nullish()
  .transform((scans) =>
    (scans ?? []).flatMap((entry) => {
      const parsed = ScanAnswer.safeParse(entry)
      return parsed.success && parsed.data.word !== '' ? [parsed.data] : []
    }),
  )

export const TrackAnswer = z
  .object({ tracking_data: z.object({ shipment_track_activities: ScansAnswer }) })
  .transform(({ tracking_data }) => tracking_data.shipment_track_activities)

/** `23 05 2023 11:43:52` → the moment; undefined for anything else. */
function momentOf(text: string): Date | undefined {
  const [, day, month, year, time] = /^(\d{2}) (\d{2}) (\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T${time}+05:30`)
  return isMoment(at) ? at : undefined
}

/** An event has the parcel's whole history, and beside it the word of now, which may not be in the history yet. */
export const EventBody = z
  .object({
    awb: idText,
    order_id: looseText,
    current_status: looseText,
    current_timestamp: looseText,
    scans: ScansAnswer,
  })
  .transform(({ awb, order_id, current_status, current_timestamp, scans }) => {
    const at = momentOf(current_timestamp)
    const word = storableStart(current_status, LONGEST_WORD)
    const isTold = at === undefined || word === '' || scans.some((scan) => scan.step === stepOfWord(word))
    const step = stepOfWord(word)
    const own = isTold ? [] : [{ at, word, step, reason: reasonOf(word, ''), note: '', place: '' }]
    return { trackingNumber: awb, reference: order_id || null, scans: [...scans, ...own] }
  })

export const RefusalAnswer = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})
