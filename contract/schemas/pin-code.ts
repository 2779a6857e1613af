import { codeTyped } from '#contract/schemas/typed-text.ts'

/** Whether this is a PIN as India Post writes one. */
export const isPin = (pin: string): boolean => /^[1-9]\d{5}$/.test(pin)

/** A PIN in six digits, however it was spaced and in whatever digits; anything else as it was typed. */
export function pinTyped(typed: string): string {
  const pin = codeTyped(typed).replace(/^(?:(?:PIN|पिन)(?:CODE|कोड)?[:.-]*)?(\d{3})-?(\d{3})(?:,|\.0*)?$/i, '$1$2')
  return isPin(pin) ? pin : typed
}

/** The army's own post offices, which belong to no state. */
export const isArmyPin = (pin: string): boolean => isPin(pin) && pin.startsWith('9')
