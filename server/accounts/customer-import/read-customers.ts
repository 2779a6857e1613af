import type { CsvFile } from '#server/http/csv-file.ts'

import { Registration } from '#contract/accounts/accounts.ts'
import { Address } from '#contract/schemas/address.ts'
import { email, emailKey } from '#contract/schemas/basic-schemas.ts'
import { phoneDigits } from '#contract/schemas/phone-number.ts'
import { invalidField } from '#server/errors.ts'
import { seenText } from '#server/http/csv-file.ts'
import { ownTurn } from '#server/http/own-turn.ts'

/** The columns of the export, and those of the older one. */
const COLUMNS = {
  first: ['first name'],
  last: ['last name'],
  email: ['email'],
  phone: ['phone'],
  street1: ['default address address1', 'address1'],
  street2: ['default address address2', 'address2'],
  city: ['default address city', 'city'],
  state: ['default address province code', 'province code', 'province'],
  country: ['default address country code', 'country code', 'country'],
  pin: ['default address zip', 'zip'],
  addressPhone: ['default address phone'],
} as const
type Column = keyof typeof COLUMNS

/** A customer of a file, as an account is made of it, or why none is. */
export interface ReadCustomer {
  line: number
  firstname: string
  lastname: string
  email: string
  emailKey: string
  phone: string
  address: Address | undefined
  notes: string[]
  refusal: string | undefined
}

const MAX_PHONE = 15

/** Lines that are read before others have a turn. Of each the misspelt state is compared with every name that a state has. */
const LINES_A_TURN = 100

/** What somebody is called of whom a file says nothing else that can be a name. */
const NAMELESS = 'Customer'

/** Before a number the export writes an apostrophe, so that no spreadsheet changes it. */
const cellText = (cell: string) => seenText(cell).replace(/^'/, '').trim()

function nameIn(written: string, what: string, notes: string[]): string {
  if (written === '') return ''
  const parsed = Registration.shape.firstname.safeParse(written)
  if (parsed.success) return parsed.data
  notes.push(`The ${what} is left out: ${parsed.error.issues[0]?.message ?? ''}`)
  return ''
}

/**
 * The first part of an address as a name, with blanks for the signs of links, under the rules of every name: it stands in mails, and
 * strangers chose it in the other shop.
 */
function nameOfAddress(address: string): string {
  const words = (address.split('@', 1)[0] ?? '').replaceAll(/[./:]+/g, ' ').slice(0, 60)
  return Registration.shape.firstname.safeParse(words).data ?? NAMELESS
}

function addressIn(cell: (name: Column) => string, fullName: string, phone: string, notes: string[]) {
  const street = [cell('street1'), cell('street2')].filter(Boolean).join(', ')
  if (street === '' && cell('city') === '') return undefined
  if (!/^(?:in|india)?$/i.test(cell('country'))) {
    notes.push('The address does not come along, because it is not in India.')
    return undefined
  }
  const parsed = Address.safeParse({
    fullName,
    phone: cell('addressPhone') || phone,
    street,
    city: cell('city'),
    state: cell('state'),
    pincode: cell('pin'),
  })
  if (parsed.success) return parsed.data
  notes.push('The address does not come along, because a part of it is missing or too long.')
  return undefined
}

function customerOf(line: number, cell: (name: Column) => string): ReadCustomer {
  const notes: string[] = []
  const mail = email.safeParse(cell('email'))
  const known = mail.success ? mail.data : cell('email').slice(0, 254)
  const first = nameIn(cell('first'), 'first name', notes)
  const last = nameIn(cell('last'), 'last name', notes)
  const isNameless = first === '' && last === ''
  const digits = phoneDigits(cell('phone') || cell('addressPhone'))
  const phone = digits.length <= MAX_PHONE ? digits : ''
  if (digits !== phone) notes.push(`The phone number is left out: at most ${MAX_PHONE} digits.`)
  const firstname = isNameless ? nameOfAddress(known) : first
  if (isNameless && mail.success) notes.push(`It has no name, so it is called ${firstname}.`)
  const refusal = cell('email') === '' ? 'It has no e-mail address.' : mail.error?.issues[0]?.message
  const fullName = [first, last].filter(Boolean).join(' ') || firstname
  const address = refusal === undefined ? addressIn(cell, fullName, phone, notes) : undefined
  return { line, firstname, lastname: last, email: known, emailKey: emailKey(known), phone, address, notes, refusal }
}

/** Reads a Shopify export of customers. Throws invalid (400) for any other sheet. An address that stands there twice counts once. */
export async function readCustomers({ headings, lines }: CsvFile): Promise<ReadCustomer[]> {
  const keys = headings.map((heading) => seenText(heading).toLowerCase())
  if (!keys.includes('email') || !(keys.includes('first name') || keys.includes('last name'))) {
    throw invalidField('sheet', 'This is no list of customers: its first line names no “Email” and no “First Name”.')
  }
  const placeOf = (name: Column) => keys.findIndex((key) => (COLUMNS[name] as readonly string[]).includes(key))
  const places = Object.fromEntries((Object.keys(COLUMNS) as Column[]).map((name) => [name, placeOf(name)]))
  const lineOf = new Map<string, number>()
  const read: ReadCustomer[] = []
  for (const { line, cells } of lines) {
    if (read.length % LINES_A_TURN === LINES_A_TURN - 1) await ownTurn()
    const customer = customerOf(line, (name) => cellText(cells[places[name] ?? -1] ?? ''))
    const earlier = customer.refusal === undefined ? lineOf.get(customer.emailKey) : undefined
    if (customer.refusal === undefined && earlier === undefined) lineOf.set(customer.emailKey, line)
    const refusal = earlier === undefined ? customer.refusal : `It repeats line ${earlier}: the same e-mail address.`
    read.push({ ...customer, refusal })
  }
  return read
}
