import fastify from 'fastify'

import { createShiprocket } from '#server/orders/couriers/shiprocket/shiprocket.ts'
import { sendRequest } from '#server/payments/send-request.ts'
import { COURIER_SANDBOX_PATH, openCourierSandboxSettings } from '#sandbox/courier/courier-keys.ts'
import { registerCourierSandbox } from '#sandbox/courier/register-courier.ts'
import { createTestDatabase } from '#test/database.ts'

/** What the shop was told by a status call. */
interface StatusCall {
  key: string
  body: string
}

/** The emulated courier service on a free port, with a shop that only notes down the status calls. */
export async function startCourierSandbox(more: { publicUrl?: string; answerEvent?: () => number } = {}) {
  const database = await createTestDatabase()
  const settings = await openCourierSandboxSettings(database.db)
  const app = fastify()
  const calls: StatusCall[] = []
  void app.register(async (shop) => {
    shop.removeAllContentTypeParsers()
    shop.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    shop.post('/api/couriers/webhook', async ({ headers, body }, reply) => {
      calls.push({ key: String(headers['x-api-key']), body: String(body) })
      return reply.code(more.answerEvent?.() ?? 200).send()
    })
  })
  const shop = { db: database.db, config: { host: '127.0.0.1', publicUrl: more.publicUrl } }
  registerCourierSandbox(app, shop, settings)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `${origin}${COURIER_SANDBOX_PATH}`
  return {
    url,
    settings,
    calls,
    open: (changes: { password?: string } = {}) =>
      createShiprocket({ ...settings, ...changes, send: sendRequest, apiUrl: url }),
    ...courierControls(origin),
    async close() {
      await app.close()
      await database.close()
    },
  }
}

export interface SandboxParcelEntry {
  reference: string
  awb: string | null
  isCancelled: boolean
  isReturn: boolean
  isFetched: boolean
  sent: Record<string, unknown>
  scans: string[]
}

/** The controls of the emulated courier service of whatever listens at this origin. */
export function courierControls(origin: string) {
  const url = `${origin}${COURIER_SANDBOX_PATH}`
  async function post(path: string, body: object) {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  return {
    /** Sets faults; one that is not named stays as it is. */
    setFaults: (faults: object) => post('/faults', faults),
    /** A courier scans a parcel: `IN TRANSIT`, … */
    scan: (awb: string, label: string, more: { activity?: string; at?: Date } = {}) =>
      post('/scans', { scans: [{ awb, label, ...more }] }),
    async listParcels(): Promise<SandboxParcelEntry[]> {
      const answer = await fetch(`${url}/parcels?count=100000`)
      return ((await answer.json()) as { items: SandboxParcelEntry[] }).items
    },
  }
}
