import { z } from 'zod'

import { EMAIL_ADDRESS, emailTyped } from '#contract/schemas/email-address.ts'
import { buyerGstinFault, gstinFault, taxNumberTyped } from '#contract/tax/gstin.ts'
import { isPrice, isRupeeSum } from '#contract/units/money.ts'
import { codeTyped, lineTyped, trimTyped } from '#contract/schemas/typed-text.ts'

// PostgreSQL stores neither NUL nor half of a surrogate pair, so no text that reaches a query may hold one.
const NUL = '\u0000'
const isStorable = (value: string) => !value.includes(NUL) && value.isWellFormed()

/**
 * Whatever stands behind such a limit sees no longer text. Without `abort` it would see all that the body of a call may
 * hold.
 */
const tooLong = (max: number) => ({ error: `At most ${max} characters.`, abort: true })

const required = (max: number, missing: string, arrange: (typed: string) => string) =>
  z
    .string({ error: missing })
    .max(max * 4, tooLong(max))
    .refine(isStorable, { error: 'This text holds a character that cannot be kept.', abort: true })
    .overwrite(arrange)
    .min(1, { error: missing })
    .max(max, tooLong(max))

/**
 * Trimmed text of at most `max` characters, of which something is seen, and all of which can be stored. It may have
 * several lines.
 */
export const longText = (max: number, missing = 'Please fill in this field.') => required(max, missing, trimTyped)

/** The same on one line: a line break becomes a blank. */
export const text = (max: number, missing = 'Please fill in this field.') => required(max, missing, lineTyped)

/** Text stored exactly as written, possibly empty. */
export const verbatimText = (max: number, missing = 'Please fill in this field.') =>
  z
    .string({ error: missing })
    .max(max, tooLong(max))
    .refine(isStorable, { error: 'This text holds a character that cannot be kept.' })

/** Text that may be left empty, without blanks around it. */
export const optionalText = (max: number) => verbatimText(max).overwrite(trimTyped)

/**
 * A code, a number or the like of at most `max` characters, which people type with blanks and paste with invisible
 * characters.
 */
export const typedCode = (max: number, error: string, missing = error) =>
  z
    .string({ error: missing })
    .max(max * 4, { error, abort: true })
    .refine(isStorable, { error, abort: true })
    .overwrite(codeTyped)

/** Text that is only compared with stored text. Characters that PostgreSQL cannot store are replaced. */
export const soughtText = (max: number) =>
  z
    .string()
    .max(max, tooLong(max))
    .overwrite((value) => value.replaceAll(NUL, '\uFFFD').toWellFormed())

/** An id in a path. One of the wrong format or length simply does not exist. */
export const id = soughtText(500)

/** An e-mail address as typed, with its domain in ASCII letters; compare addresses by `emailKey`. */
export const email = z
  .string({ error: 'Please enter an e-mail address.' })
  .max(254 * 4, tooLong(254))
  .overwrite(emailTyped)
  .max(254, tooLong(254))
  .refine((address) => !/\P{ASCII}/u.test(address.slice(0, Math.max(0, address.lastIndexOf('@')))), {
    error:
      'Please enter an e-mail address with English letters, digits and signs before the @, such as asha@example.com.',
    abort: true,
  })
  .pipe(z.email({ pattern: EMAIL_ADDRESS, error: 'Please enter a valid e-mail address.' }))

/** The form in which e-mail addresses are compared: as mail servers take them, in lower case. */
export const emailKey = (address: string): string => emailTyped(address).toLowerCase()

/** Rupees from 0 to `MAX_PRICE_RUPEES`, at most two decimals. */
export const rupees = z.number().refine(isPrice, { error: 'An amount in rupees with at most two decimals.' })

/** A sum of rupees: at most two decimals, without the limit of a single price. */
export const rupeeSum = z.number().refine(isRupeeSum, { error: 'An amount in rupees with at most two decimals.' })

/** ISO 8601 UTC. */
export const time = z.iso.datetime()

/** The same as somebody sends it, within the years that a database of any make can count. */
export const sentTime = (error = 'A time is written as 2026-11-22T09:30:00Z.') =>
  z.iso.datetime({ error }).refine((value) => value >= '1970-01-01', { error })

/** A day, as in 2026-11-22, within the years that a database of any make can count. */
export const day = z.iso
  .date({ error: 'A day is written as 2026-11-22.' })
  .refine((value) => value >= '1970-01-01', { error: 'A day is written as 2026-11-22.' })

/** Page and limit of a list: page from 1, limit 1 to 100. Text, because they come from a query. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
}

/** The body of a call without payload: none, or `{}`. */
export const noBody = z.strictObject({}).nullish()

export const messageAnswer = z.object({ message: z.string() })
export type MessageAnswer = z.infer<typeof messageAnswer>

const taxNumber = (faultOf: (number: string) => string | undefined) =>
  typedCode(20, 'At most 20 characters.', 'Please fill in this field.')
    .overwrite(taxNumberTyped)
    .max(20, tooLong(20))
    .superRefine((value, context) => {
      const fault = value === '' ? undefined : faultOf(value)
      if (fault) context.addIssue({ code: 'custom', message: fault })
    })

/** A GSTIN in capitals and without blanks, or nothing. */
export const gstinOrNone = taxNumber(gstinFault)

/** The GSTIN or UIN of a business that buys, or nothing. */
export const buyerGstinOrNone = taxNumber(buyerGstinFault)

/** The name of a business that buys, or nothing. */
export const buyerFirmOrNone = optionalText(200).regex(/^\P{Cc}*$/u, { error: 'One line of text only.' })
