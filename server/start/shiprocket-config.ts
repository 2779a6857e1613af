import { StartupError, wrongSetting } from '#server/start/startup-error.ts'

/** Whoever has it can say that a parcel was delivered. */
const MIN_WEBHOOK_SECRET = 16

interface ShiprocketSettings {
  SHIPROCKET_EMAIL?: string | undefined
  SHIPROCKET_PASSWORD?: string | undefined
  SHIPROCKET_WEBHOOK_SECRET: string[]
  SHIPROCKET_PICKUP_LOCATION: string
  SHIPROCKET_API_URL: string
}

export interface ShiprocketConfig {
  email: string
  password: string
  /** Current first, then the previous one, as `new,old` while a secret is being changed. */
  webhookSecrets: string[]
  pickupLocation: string
  apiUrl: string
}

/** Shiprocket's account, if one is set. Throws a `StartupError` where a part of it is missing. */
export function shiprocketOf(settings: ShiprocketSettings): ShiprocketConfig | undefined {
  const { SHIPROCKET_EMAIL: email, SHIPROCKET_PASSWORD: password, SHIPROCKET_WEBHOOK_SECRET: webhookSecrets } = settings
  if (!email && !password && webhookSecrets.length === 0) return undefined
  if (!email) throw new StartupError('SHIPROCKET_EMAIL is missing: the SHIPROCKET_ settings belong together.')
  if (!password) throw new StartupError('SHIPROCKET_PASSWORD is missing: the SHIPROCKET_ settings belong together.')
  if (webhookSecrets.some((secret) => secret.length < MIN_WEBHOOK_SECRET)) {
    throw wrongSetting(
      'SHIPROCKET_WEBHOOK_SECRET',
      `at least ${MIN_WEBHOOK_SECRET} characters, because it is the only proof of an event`,
    )
  }
  return {
    email,
    password,
    webhookSecrets,
    pickupLocation: settings.SHIPROCKET_PICKUP_LOCATION,
    apiUrl: new URL(settings.SHIPROCKET_API_URL).href.replace(/\/$/, ''),
  }
}
