import type { FastifyBaseLogger } from 'fastify'

import type { Config, RazorpayConfig } from '#server/start/config.ts'
import type { Db, OpenDatabase } from '#server/db/database.ts'
import type { Mailer } from '#server/mails/transport/mailer.ts'
import type { WriteMail } from '#server/mails/transport/mail-bodies.ts'
import type { Pictures } from '#server/media/stored-pictures.ts'
import type { CourierService } from '#server/orders/couriers/courier-service.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { JobRunCounts } from '#server/jobs/job-run-counts.ts'
import type { ResponseCache } from '#server/cache/response-cache.ts'
import type { Tags } from '#server/cache/tags.ts'
import type { CurrentPinTable } from '#server/delivery/current-pin-table.ts'
import type { VitalSums } from '#server/dashboard/web-vitals/service.ts'
import type { CurrentSettings } from '#server/settings/current-settings.ts'

/** Everything that features share. `openShop` or a test opens and closes it. */
export interface Shop {
  config: Config
  database: OpenDatabase
  db: Db
  pictures: Pictures
  mailer: Mailer
  writeMail: WriteMail
  provider: PaymentProvider
  /** What browsers and signature checks need to know about the provider. */
  payment: PaymentSettings
  /** Who books parcels with couriers. */
  courier: CourierService
  /**
   * Brings an approved return on its way, whose parcel a courier has. Call it in the transaction that locked its order.
   */
  sendFetchedReturn(db: Db, returnId: string): Promise<void>
  /** What the owner has set; hand on the values that a service needs. */
  settings: CurrentSettings
  /** Where the shop delivers. */
  delivery: CurrentPinTable
  tags: Tags
  responses: ResponseCache
  /** How the background jobs of this process are doing. */
  jobRuns: JobRunCounts
  /** How fast pages were for visitors of this process. */
  vitals: VitalSums
  log: FastifyBaseLogger
  /** True until everything of the start is done. Until then the shop listens, but nobody is to be sent there. */
  isOpening?: () => boolean
  /** The origin for links and origin checks. It is known only after the server listens. */
  publicUrl(): string
}

export interface PaymentSettings extends Omit<RazorpayConfig, 'apiUrl'> {
  isSandbox: boolean
}
