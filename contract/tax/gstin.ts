import { INDIAN_STATES } from '#contract/schemas/indian-states.ts'
import { codeTyped } from '#contract/schemas/typed-text.ts'

const GSTIN_SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** What people write into a field that they have no number for; URP is how returns name who is not registered. */
const NO_NUMBER = /^(?:NA|NIL|NONE|NO|URP|UNREGISTERED|NOTREGISTERED|NOTAPPLICABLE)$/

/**
 * A tax number in capitals, without blanks, what stands before it on paper and what people write between its groups.
 * Empty where somebody says that they have none.
 */
export function taxNumberTyped(text: string): string {
  const number = codeTyped(text)
    .toUpperCase()
    .replace(/^[(]?(?:GSTIN|GST|UIN)(?:\/UIN)?(?:NO|NUMBER)?[:.-]*/, '')
    .replaceAll(/[.,()/-]/g, '')
  return NO_NUMBER.test(number) ? '' : number
}

/**
 * The last sign of a GSTIN from its first fourteen: weights 1 and 2 in turn, base 36, the digits of each product added.
 */
function checkSignOf(start: string): string | undefined {
  const sum = Array.from(start).reduce((all, sign, index) => {
    const product = GSTIN_SIGNS.indexOf(sign) * (index % 2 === 0 ? 1 : 2)
    return all + Math.floor(product / 36) + (product % 36)
  }, 0)
  return GSTIN_SIGNS[(36 - (sum % 36)) % 36]
}

const hasState = (number: string) => INDIAN_STATES.some(({ gstCode }) => number.startsWith(gstCode))

/** The number of an embassy or of a body of the United Nations, which buys like a business. */
const UIN = /^\d{4}[A-Z]{3}\d{5}[UO]N[0-9A-Z]$/

/** What is wrong with the number of a business that buys, as a sentence: a GSTIN, or a UIN. */
export const buyerGstinFault = (number: string): string | undefined =>
  UIN.test(number) && hasState(number) ? undefined : gstinFault(number)

/** What is missing where a business that buys gives its number alone. */
export const MISSING_FIRM = 'Please enter the name of your business, as it is registered under this GSTIN.'

/** What is wrong with a GST number, as a sentence; undefined for a valid one, in capitals and without spaces. */
export function gstinFault(gstin: string): string | undefined {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(gstin)) {
    return 'A GSTIN has 15 letters and digits, such as 29ABCDE1234F1Z5.'
  }
  if (!hasState(gstin)) return 'No state has the first two digits.'
  const isRight = checkSignOf(gstin.slice(0, 14)) === gstin.at(-1)
  return isRight ? undefined : 'This GSTIN has a typing error: its last sign does not fit.'
}
