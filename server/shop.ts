import type { FastifyBaseLogger } from 'fastify'

import type { Config } from '#server/config.ts'
import type { Db, OpenDatabase } from '#server/db/open.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Pictures } from '#server/media/pictures.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { ResponseCache } from '#server/cache/response-cache.ts'
import type { Tags } from '#server/cache/tags.ts'

/** Everything outside of a feature that a feature may need, opened by `main.ts` or by a test and closed by the same. */
export interface Shop {
  config: Config
  database: OpenDatabase
  db: Db
  pictures: Pictures
  mailer: Mailer
  provider: PaymentProvider
  /** What the browser and the signatures need of the provider. */
  payment: PaymentSettings
  tags: Tags
  responses: ResponseCache
  log: FastifyBaseLogger
  /** The origin that links and origin checks use; known once the port is. */
  publicUrl(): string
}

export interface PaymentSettings {
  keyId: string
  keySecret: string
  webhookSecrets: string[]
  /** Address of the provider's browser script. */
  checkoutUrl: string
  isSandbox: boolean
}
