import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Db } from '#server/db/database.ts'

import { registerCourierControl } from '#sandbox/courier/courier-control-routes.ts'
import { openCourierSandboxDb } from '#sandbox/courier/courier-database.ts'
import { createCourierFaults } from '#sandbox/courier/courier-faults.ts'
import { COURIER_SANDBOX_PATH, type openCourierSandboxSettings } from '#sandbox/courier/courier-keys.ts'
import { CourierApiError, registerCourierApi } from '#sandbox/courier/courier-routes.ts'
import { createStatusCalls } from '#sandbox/courier/status-calls.ts'
import { isLocalCaller } from '#sandbox/local-caller.ts'
import { localOrigin } from '#sandbox/local-origin.ts'
import { isPublicAddress } from '#server/start/loopback-hosts.ts'

/** What the emulated courier service knows of the shop. */
interface CourierSandboxShop {
  db: Db
  config: { host: string; publicUrl: string | undefined }
}

type Settings = Pick<Awaited<ReturnType<typeof openCourierSandboxSettings>>, 'email' | 'password' | 'webhookSecrets'>

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isKnown = error instanceof CourierApiError
  const status = isKnown ? error.status : (error.statusCode ?? 500)
  if (!isKnown && status >= 500) request.log.error({ err: error }, 'The sandbox courier has failed.')
  const message = isKnown || status < 500 ? error.message : 'Internal server error.'
  const errors = isKnown && error.errors ? { errors: error.errors } : {}
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ message, ...errors, status_code: status })
}

/**
 * Puts the emulated courier service under `/sandbox/shiprocket`: its API, its status calls and its controls. It is an
 * outside system: it shares the process and the database with the shop, but no code and no table. It works from the
 * moment the server listens until it closes.
 */
export function registerCourierSandbox(
  app: FastifyInstance,
  shop: CourierSandboxShop,
  { email, password, webhookSecrets }: Settings,
): void {
  const db = openCourierSandboxDb(shop.db)
  const faults = createCourierFaults()
  const statusCalls = createStatusCalls({
    db,
    webhookUrl: () => `${localOrigin(app)}/api/couriers/webhook`,
    webhookSecret: webhookSecrets[0] ?? '',
    log: app.log,
  })
  const context = { db, faults, email, password }
  const { host, publicUrl } = shop.config

  app.addHook('onListen', async () => statusCalls.start())
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    faults.release()
    await statusCalls.stop()
  })
  void app.register(
    async (sandbox) => {
      sandbox.setErrorHandler(answerError)
      sandbox.addHook('onRequest', async (request) => {
        if (!isLocalCaller(request, host)) throw new CourierApiError(403, 'This is for callers on the same machine.')
      })
      // A connection that is kept alive after its last answer would keep the server from closing.
      sandbox.addHook('onSend', async (_request, reply) => {
        if (isClosing) reply.header('connection', 'close')
      })
      sandbox.setNotFoundHandler(() => {
        throw new CourierApiError(404, '404 Not Found')
      })
      void sandbox.register((api) => registerCourierApi(api, context), { prefix: '/v1/external' })
      const controls = { ...context, host, hasControls: !isPublicAddress(publicUrl), wake: statusCalls.wake }
      void sandbox.register((control) => registerCourierControl(control, controls))
    },
    { prefix: COURIER_SANDBOX_PATH },
  )
}
