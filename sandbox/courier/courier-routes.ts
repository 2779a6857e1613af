import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

import type { CourierFaults } from '#sandbox/courier/courier-faults.ts'
import type { CourierSandboxDb } from '#sandbox/courier/courier-database.ts'

import { assignedEntity, createdEntity, listedEntity, trackingEntity } from '#sandbox/courier/courier-entities.ts'
import {
  assignAwb,
  cancelParcels,
  createParcel,
  findByAwb,
  findByShipment,
  listParcels,
  listScans,
  schedulePickup,
} from '#sandbox/courier/courier-parcels.ts'
import { dropConnection } from '#sandbox/sandbox-context.ts'

/** What every call of the emulated courier service works with. */
export interface CourierContext {
  db: CourierSandboxDb
  faults: CourierFaults
  email: string
  password: string
}

/** An answer of the service other than 200. */
export class CourierApiError extends Error {
  override readonly name = 'CourierApiError'
  readonly status: number
  readonly errors: Record<string, string[]> | undefined

  constructor(status: number, message: string, errors?: Record<string, string[]>) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

const positive = z.coerce.number().positive()
const filled = z.coerce.string().trim().min(1)

const NewShipment = z.looseObject({
  order_id: filled.max(50),
  order_date: filled,
  pickup_location: filled,
  billing_customer_name: filled,
  billing_address: filled,
  billing_city: filled.max(30),
  billing_pincode: z.coerce.string().regex(/^\d{6}$/),
  billing_state: filled,
  billing_country: filled,
  billing_email: z.email(),
  billing_phone: z.coerce.string().regex(/^\d{10}$/),
  shipping_is_billing: z.boolean(),
  order_items: z
    .array(z.looseObject({ name: filled, sku: filled, units: positive, selling_price: z.coerce.number() }))
    .min(1),
  payment_method: z.enum(['COD', 'Prepaid']),
  sub_total: z.coerce.number(),
  length: positive,
  breadth: positive,
  height: positive,
  weight: positive,
})
const NewReturn = z.looseObject({
  order_id: filled.max(50),
  order_date: filled,
  pickup_customer_name: filled,
  pickup_address: filled,
  pickup_city: filled.max(30),
  pickup_pincode: z.coerce.string().regex(/^\d{6}$/),
  pickup_phone: z.coerce.string().regex(/^\d{10}$/),
  shipping_customer_name: filled,
  shipping_address: filled,
  shipping_pincode: z.coerce.string().regex(/^\d{6}$/),
  order_items: z.array(z.looseObject({ name: filled, sku: filled, units: positive })).min(1),
  weight: positive,
})
const Login = z.looseObject({ email: z.string(), password: z.string() })
const ShipmentId = z.looseObject({ shipment_id: z.coerce.number().int() })
const ShipmentIds = z.looseObject({ shipment_id: z.array(z.coerce.number().int()).min(1) })
const OrderIds = z.looseObject({ ids: z.array(z.coerce.number().int()).min(1) })
const ListQuery = z.looseObject({
  search: z.string().optional(),
  per_page: z.coerce.number().int().min(1).max(100).default(15),
})
const Awb = z.object({ awb: z.string().max(60) })

/** Reads what was sent; answers 422 with a sentence for each faulty field, as the service does. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors: Record<string, string[]> = {}
  for (const { path, message } of result.error.issues) (errors[path.join('.')] ??= []).push(message)
  throw new CourierApiError(422, 'Oops! Invalid Data.', errors)
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

/** The token that a sign-in gives; it is the same until the password changes. */
const tokenOf = ({ password }: CourierContext) => digest(`token of ${password}`).toString('base64url')

function checkToken(context: CourierContext, { headers }: FastifyRequest): void {
  if (!isSame(headers.authorization ?? '', `Bearer ${tokenOf(context)}`)) {
    throw new CourierApiError(401, 'Token is invalid or has expired.')
  }
}

async function shipmentOf({ db }: CourierContext, shipmentId: number) {
  const parcel = await findByShipment(db, shipmentId)
  if (!parcel) throw new CourierApiError(400, 'Invalid shipment id')
  return parcel
}

/** What a merchant's server calls, below `/v1/external`. */
export async function registerCourierApi(app: FastifyInstance, context: CourierContext): Promise<void> {
  const { db, faults } = context
  app.addHook('preHandler', async (_request, reply) => {
    await faults.whileHanging()
    if (reply.raw.destroyed) return dropConnection(reply)
    const { failStatus, workAfterMs } = faults.state()
    if (faults.isRefused()) throw new CourierApiError(failStatus, 'The sandbox plays a fault.')
    if (workAfterMs > 0) await pause(workAfterMs)
    return undefined
  })

  async function playFaultsAfterWork(reply: FastifyReply): Promise<void> {
    const { delayMs } = faults.state()
    if (delayMs > 0) await pause(delayMs)
    if (faults.losesAnswer()) dropConnection(reply)
  }

  const call = (method: 'GET' | 'POST', url: string, work: (request: FastifyRequest) => Promise<object>) =>
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        if (url !== '/auth/login') checkToken(context, request)
        const answer = await work(request)
        await playFaultsAfterWork(reply)
        return reply.sent ? reply : answer
      },
    })

  call('POST', '/auth/login', async ({ body }) => {
    const { email, password } = parseBody(Login, body)
    if (email !== context.email || !isSame(password, context.password)) {
      throw new CourierApiError(403, 'Invalid email and password combination')
    }
    return { id: 1, email, company_id: 1, token: tokenOf(context) }
  })
  call('POST', '/orders/create/adhoc', async ({ body }) => {
    const request = parseBody(NewShipment, body)
    return createdEntity(await createParcel(db, { reference: request.order_id, isReturn: false, request }))
  })
  call('POST', '/orders/create/return', async ({ body }) => {
    const request = parseBody(NewReturn, body)
    return createdEntity(await createParcel(db, { reference: request.order_id, isReturn: true, request }))
  })
  call('GET', '/orders', async ({ query }) => {
    const { search, per_page: count } = parseBody(ListQuery, query)
    const parcels = await listParcels(db, { search, count })
    const data = await Promise.all(
      parcels.map(async (parcel) => listedEntity(parcel, (await listScans(db, parcel.id)).at(-1))),
    )
    return { data, meta: { pagination: { total: data.length, count: data.length, per_page: count, current_page: 1 } } }
  })
  call('POST', '/courier/assign/awb', async ({ body }) => {
    const parcel = await shipmentOf(context, parseBody(ShipmentId, body).shipment_id)
    const { noCourier } = faults.state()
    if (noCourier !== '') return { awb_assign_status: 0, response: { data: { awb_assign_error: noCourier } } }
    const assigned = await assignAwb(db, parcel)
    if (!assigned) throw new CourierApiError(400, 'Oops! Cannot reassign courier for this shipment.')
    return assignedEntity(assigned)
  })
  call('POST', '/courier/generate/pickup', async ({ body }) => {
    const [shipmentId = 0] = parseBody(ShipmentIds, body).shipment_id
    const parcel = await shipmentOf(context, shipmentId)
    if (!parcel.awb) throw new CourierApiError(400, 'Please assign an AWB first.')
    if (!(await schedulePickup(db, parcel))) throw new CourierApiError(400, 'Already in Pickup Queue.')
    return { pickup_status: 1, response: { data: 'Pickup is scheduled' } }
  })
  call('POST', '/courier/generate/label', async ({ body }) => {
    const [shipmentId = 0] = parseBody(ShipmentIds, body).shipment_id
    const { awb } = await shipmentOf(context, shipmentId)
    if (!awb) return { label_created: 0, not_created: [shipmentId], label_url: null }
    return { label_created: 1, label_url: `https://labels.example/${awb}.pdf`, not_created: [] }
  })
  call('POST', '/orders/cancel', async ({ body }) => {
    await cancelParcels(db, parseBody(OrderIds, body).ids)
    return { status_code: 200, message: 'Order cancelled successfully.' }
  })
  call('GET', '/courier/track/awb/:awb', async ({ params }) => {
    const parcel = await findByAwb(db, parseBody(Awb, params).awb)
    if (!parcel) throw new CourierApiError(404, '404 Not Found')
    return trackingEntity(parcel, await listScans(db, parcel.id))
  })
}
