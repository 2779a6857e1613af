import { PIN_KEY } from '#app/account/personal-storage.ts'
import { saveText } from '#app/api/device-storage.ts'

/** The PIN code that was asked for last on this device; empty for none. */
export const rememberedPin = (): string => localStorage.getItem(PIN_KEY) ?? ''

export const rememberPin = (pin: string): void =>
  saveText(localStorage, PIN_KEY, pin, 'The PIN code could not be saved on this device.')
