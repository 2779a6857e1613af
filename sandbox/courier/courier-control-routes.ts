import type { FastifyInstance } from 'fastify'

import { z } from 'zod'

import { CourierApiError, parseBody, type CourierContext } from '#sandbox/courier/courier-routes.ts'

import { CourierFaultSettings } from '#sandbox/courier/courier-faults.ts'
import { findByAwb, listParcels, listScans, scanParcel } from '#sandbox/courier/courier-parcels.ts'
import { isLocalScript } from '#sandbox/local-caller.ts'

interface Controls extends CourierContext {
  /** The address that the shop was told to listen on. */
  host: string
  /** False in a shop that others can reach. */
  hasControls: boolean
  /** Sends what is due. */
  wake: () => void
}

/** What happens to parcels, in its order. A label is a word of the service, such as `IN TRANSIT`. */
const Scans = z.strictObject({
  scans: z
    .array(
      z.strictObject({
        awb: z.string().min(1).max(60),
        label: z.string().min(1).max(80),
        activity: z.string().max(300).default(''),
        location: z.string().max(120).default('Mysuru'),
        at: z.coerce.date().optional(),
      }),
    )
    .min(1)
    .max(1000),
})

const Page = z.object({
  count: z.coerce.number().int().min(1).max(100_000).default(1000),
  skip: z.coerce.number().int().min(0).default(0),
})

/** What tests, proofs and whoever tries the shop out call: faults to switch on, scans of parcels, and all parcels. */
export async function registerCourierControl(app: FastifyInstance, context: Controls): Promise<void> {
  const { db, faults, host, hasControls, wake } = context
  app.addHook('onRequest', async (request) => {
    if (!hasControls || !isLocalScript(request, host)) {
      throw new CourierApiError(403, 'This is for scripts on the same machine.')
    }
  })

  app.get('/faults', async () => faults.state())
  app.post('/faults', async (request) => {
    const state = faults.change(parseBody(CourierFaultSettings, request.body))
    wake()
    return state
  })
  app.post('/scans', async (request) => {
    const { scans } = parseBody(Scans, request.body)
    for (const { awb, at = new Date(), ...scan } of scans) {
      const parcel = await findByAwb(db, awb)
      if (!parcel) throw new CourierApiError(404, `No parcel has the number ${awb}.`)
      await scanParcel(db, parcel, { ...scan, at }, faults.dueTimes(Date.now()))
    }
    wake()
    return { scans: scans.length }
  })
  app.get('/parcels', async (request) => {
    const parcels = await listParcels(db, parseBody(Page, request.query))
    return {
      items: await Promise.all(
        parcels.map(async ({ id, reference, awb, courier, isReturn, isCancelled, pickupAt, request: sent }) => ({
          id,
          reference,
          awb,
          courier,
          isReturn,
          isCancelled,
          isFetched: pickupAt !== null,
          sent,
          scans: (await listScans(db, id)).map(({ label }) => label),
        })),
      ),
    }
  })
}
