import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { SandboxContext } from '#sandbox/sandbox-context.ts'
import type { Db } from '#server/db/database.ts'

import { registerApi } from '#sandbox/api-routes.ts'
import { createBackgroundWork } from '#sandbox/background-work.ts'
import { registerCheckout } from '#sandbox/checkout-routes.ts'
import { registerControl } from '#sandbox/control-routes.ts'
import { openSandboxDb } from '#sandbox/database.ts'
import { localOrigin } from '#sandbox/local-origin.ts'
import { createFaults } from '#sandbox/simulated-faults.ts'
import { addressUnknown, requestUnreadable, ProviderError, sandboxFailed } from '#sandbox/provider-error.ts'
import { SANDBOX_PATH } from '#sandbox/provider-keys.ts'
import { isPublicAddress } from '#server/start/loopback-hosts.ts'

/** What the sandbox knows of the shop. */
interface SandboxShop {
  db: Db
  payment: { keyId: string; keySecret: string; webhookSecrets: readonly string[] }
  settings: { current(): { shopName: string } }
  config: { host: string; publicUrl: string | undefined }
}

function providerErrorOf(error: FastifyError): ProviderError {
  if (error instanceof ProviderError) return error
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? requestUnreadable(status) : sandboxFailed()
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, details } = providerErrorOf(error)
  if (!(error instanceof ProviderError) && status >= 500) request.log.error({ err: error }, details.description)
  void reply.code(status).header('cache-control', 'no-store').send({ error: details })
}

/**
 * Puts the emulated payment provider under `/sandbox/razorpay`: its API, its checkout and its events. It is an outside
 * system: it shares the process and the database with the shop, but no code that takes or checks a payment, and no
 * table. It works by itself from the moment the server listens until it closes.
 */
export function registerSandbox(
  app: FastifyInstance,
  shop: SandboxShop,
  { origins }: Pick<SandboxContext, 'origins'>,
): void {
  const { keyId, keySecret, webhookSecrets } = shop.payment
  const db = openSandboxDb(shop.db)
  const faults = createFaults()
  const backgroundWork = createBackgroundWork({
    db,
    webhookPlan: faults.webhookPlan,
    isRefundFailing: () => faults.countDown('failRefundNext'),
    webhookUrl: () => `${localOrigin(app)}/api/payment/webhook`,
    webhookSecret: webhookSecrets[0] ?? '',
    log: app.log,
  })
  const context: SandboxContext = {
    db,
    keyId,
    keySecret,
    shopName: () => shop.settings.current().shopName,
    host: shop.config.host,
    hasControls: !isPublicAddress(shop.config.publicUrl),
    origins,
    faults,
    backgroundWork,
  }

  app.addHook('onListen', async () => backgroundWork.start())
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    faults.release()
    await backgroundWork.stop()
  })
  void app.register(
    async (sandbox) => {
      sandbox.setErrorHandler(answerError)
      // A connection that is kept alive after its last answer would keep the server from closing.
      sandbox.addHook('onSend', async (_request, reply) => {
        if (isClosing) reply.header('connection', 'close')
      })
      sandbox.setNotFoundHandler(() => {
        throw addressUnknown()
      })
      void sandbox.register((api) => registerApi(api, context), { prefix: '/v1' })
      void sandbox.register((checkout) => registerCheckout(checkout, context))
      void sandbox.register((control) => registerControl(control, context))
    },
    { prefix: SANDBOX_PATH },
  )
}
