import type { CourierService } from '#server/orders/couriers/courier-service.ts'
import type { Db } from '#server/db/database.ts'
import type { Config } from '#server/start/config.ts'

import { COURIER_SANDBOX_PATH, openCourierSandboxSettings } from '#sandbox/courier/courier-keys.ts'
import { BY_HAND } from '#server/orders/couriers/by-hand.ts'
import { createShiprocket } from '#server/orders/couriers/shiprocket/shiprocket.ts'
import { sendRequest } from '#server/payments/send-request.ts'

/**
 * Whoever books parcels by the configuration: Shiprocket, beside the emulated provider an emulated Shiprocket, else
 * nobody.
 */
export async function openCourier(
  { shiprocket, hasCourierSandbox }: Pick<Config, 'shiprocket' | 'hasCourierSandbox'>,
  db: Db,
  localUrl: () => string,
): Promise<CourierService> {
  if (shiprocket) return createShiprocket({ ...shiprocket, send: sendRequest, isSandbox: false })
  if (!hasCourierSandbox) return BY_HAND
  const settings = await openCourierSandboxSettings(db)
  return createShiprocket({ ...settings, send: sendRequest, apiUrl: () => `${localUrl()}${COURIER_SANDBOX_PATH}` })
}
