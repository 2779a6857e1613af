import { z } from 'zod'

import type { CsvFile } from '#server/http/csv/csv-file.ts'

import { Registration } from '#contract/accounts/accounts.ts'
import { Address } from '#contract/schemas/address.ts'
import { email, emailKey } from '#contract/schemas/basic-schemas.ts'
import { phoneDigits } from '#contract/schemas/phone-number.ts'
import { lineTyped } from '#contract/schemas/typed-text.ts'
import { invalidField } from '#server/errors.ts'
import { isShortened, quoted } from '#server/http/csv/csv-cells.ts'
import { seenText } from '#server/http/csv/csv-file.ts'
import { hasLostLetters, LETTERS_LOST } from '#server/http/csv/lost-letters.ts'
import { ownTurn } from '#server/turns.ts'

/**
 * Where an export has an address: Shopify's default one, where WooCommerce sent parcels, who paid, and Shopify's older
 * form.
 */
const PLACES = ['default address', 'shipping', 'billing', ''] as const
type Place = (typeof PLACES)[number]

/** What a line says under the first of the headings that it fills in. */
type Cell = (...headings: string[]) => string

/** A heading as all exports write it: “billing_address_1” and “Billing Address1” are one. */
const headingKey = (heading: string) =>
  seenText(heading)
    .toLowerCase()
    .replaceAll(/[_:\s]+/g, ' ')
    .replace(/ (?=\d$)/, '')

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

/**
 * Lines that are read before others have a turn. Of each the misspelt state is compared with every name that a state
 * has.
 */
const LINES_A_TURN = 100

/** What somebody is called of whom a file says nothing else that can be a name. */
const NAMELESS = 'Customer'

/** Before a number the export writes an apostrophe, so that no spreadsheet changes it. */
const cellText = (cell: string) => lineTyped(cell).replace(/^'/, '').trim()

/** A number without the empty decimals of a spreadsheet. */
const withoutDecimals = (cell: string) => cell.replace(/^([^.]*\d)\.0+$/, '$1')

/** A phone number as it is written; '' with a note for one that a spreadsheet has shortened. */
function phoneIn(written: string, notes: string[]): string {
  const phone = withoutDecimals(written)
  if (!isShortened(phone)) return phone
  const note = `The phone number ${quoted(phone)} is left out: a spreadsheet has shortened it, and its last digits are lost.`
  if (!notes.includes(note)) notes.push(note)
  return ''
}

function nameIn(written: string, what: string, notes: string[]): string {
  if (written === '') return ''
  const parsed = Registration.shape.firstname.safeParse(written)
  if (parsed.success) return parsed.data
  notes.push(`The ${what} is left out: ${parsed.error.issues[0]?.message ?? ''}`)
  return ''
}

/**
 * The first part of an address as a name, with blanks for the signs of links, under the rules of every name: it stands
 * in mails, and strangers chose it in the other shop.
 */
function nameOfAddress(address: string): string {
  const words = (address.split('@', 1)[0] ?? '').replaceAll(/[./:]+/g, ' ').slice(0, 60)
  return Registration.shape.firstname.safeParse(words).data ?? NAMELESS
}

interface FoundAddress {
  place: Place
  street: string
  part: Cell
}

function addressesIn(cell: Cell): FoundAddress[] {
  return PLACES.flatMap((place) => {
    const part: Cell = (...names) => cell(...names.map((name) => `${place} ${name}`.trim()))
    const street = [part('address1'), part('address2')].filter(Boolean).join(', ')
    return street === '' && part('city') === '' ? [] : [{ place, street, part }]
  })
}

/** What the address that comes along says in letters. */
const writtenPlaces = (cell: Cell): string[] =>
  addressesIn(cell)
    .slice(0, 1)
    .flatMap(({ street, part }) => [part('first name'), part('last name'), street, part('city')])

const AddressWithoutPhone = Address.extend({ phone: z.literal('') })

interface Receiver {
  fullName: string
  ownPhone: string
  isPhoneLost: boolean
}

function addressIn(cell: Cell, { fullName, ownPhone, isPhoneLost }: Receiver, notes: string[]) {
  const [found, other] = addressesIn(cell)
  if (!found) return undefined
  const { place, street, part } = found
  if (other && other.street !== street) notes.push(`The ${other.place} address does not come along: one address does.`)
  if (!/^(?:in|india)?$/i.test(part('country code', 'country', 'country / region'))) {
    notes.push('The address does not come along, because it is not in India.')
    return undefined
  }
  const written = part('phone')
  const phone = phoneIn(written, notes) || ownPhone
  // A number that was lost is asked for at the checkout.
  const isLost = phone === '' && (written !== '' || isPhoneLost)
  const receiver = place === '' ? '' : [part('first name'), part('last name')].filter(Boolean).join(' ')
  const parsed = (isLost ? AddressWithoutPhone : Address).safeParse({
    fullName: receiver || fullName,
    phone,
    street,
    city: part('city'),
    state: part('province code', 'province', 'state', 'region'),
    pincode: withoutDecimals(part('zip', 'postcode', 'postal code')),
  })
  if (parsed.success) return parsed.data
  notes.push('The address does not come along, because a part of it is missing or too long.')
  return undefined
}

/** First and last name. WooCommerce's report of customers has both in one column. */
function namesIn(cell: Cell): [first: string, last: string] {
  const names = [cell('first name'), cell('last name')] as const
  if (names.some(Boolean)) return [...names]
  const [first = '', ...rest] = cell('name').split(/\s+/)
  return first === '' ? [cell('billing first name'), cell('billing last name')] : [first, rest.join(' ')]
}

function customerOf(line: number, cell: Cell): ReadCustomer {
  const notes: string[] = []
  const written = cell('email', 'user email', 'billing email')
  const mail = email.safeParse(written)
  const known = mail.success ? mail.data : written.slice(0, 254)
  const [writtenFirst, writtenLast] = namesIn(cell)
  const first = nameIn(writtenFirst, 'first name', notes)
  const last = nameIn(writtenLast, 'last name', notes)
  const isNameless = first === '' && last === ''
  const writtenPhone = cell('phone', ...PLACES.map((place) => `${place} phone`))
  const wholePhone = phoneIn(writtenPhone, notes)
  const digits = phoneDigits(wholePhone)
  const phone = digits.length <= MAX_PHONE ? digits : ''
  if (digits !== phone) notes.push(`The phone number is left out: at most ${MAX_PHONE} digits.`)
  const firstname = isNameless ? nameOfAddress(known) : first
  if (isNameless && mail.success) notes.push(`It has no name, so it is called ${firstname}.`)
  const role = cell('roles', 'role', 'user role')
  if (!/^(?:|customer|subscriber)$/i.test(role)) {
    notes.push(`It comes as a customer: the role “${role.slice(0, 60)}” does not come along.`)
  }
  const isLost = [writtenFirst, writtenLast, ...writtenPlaces(cell)].some((text) => hasLostLetters(text))
  const fault = written === '' ? 'It has no e-mail address.' : mail.error?.issues[0]?.message
  const refusal = fault ?? (isLost ? LETTERS_LOST : undefined)
  const fullName = [first, last].filter(Boolean).join(' ') || firstname
  const receiver = { fullName, ownPhone: phone, isPhoneLost: wholePhone === '' && writtenPhone !== '' }
  const address = refusal === undefined ? addressIn(cell, receiver, notes) : undefined
  return { line, firstname, lastname: last, email: known, emailKey: emailKey(known), phone, address, notes, refusal }
}

/**
 * The headings by which each export is known: of Shopify, of WooCommerce's extensions that export customers, and of its
 * own report.
 */
function isCustomerList(keys: readonly string[]): boolean {
  const has = (...wanted: string[]) => wanted.some((key) => keys.includes(key))
  return has('email', 'user email') && (has('first name', 'last name') || (has('name') && has('sign up')))
}

/**
 * Reads an export of customers from Shopify or WooCommerce. Throws invalid (400) for any other sheet. An address that
 * stands there twice counts once.
 */
export async function readCustomers({ headings, lines }: CsvFile): Promise<ReadCustomer[]> {
  const keys = headings.map(headingKey)
  if (!isCustomerList(keys)) {
    throw invalidField('sheet', 'This is no list of customers: its first line names no “Email” and no “First Name”.')
  }
  const placeOf = new Map(keys.map((key, place) => [key, place] as const).toReversed())
  const lineOf = new Map<string, number>()
  const read: ReadCustomer[] = []
  for (const { line, cells } of lines) {
    if (read.length % LINES_A_TURN === LINES_A_TURN - 1) await ownTurn()
    const customer = customerOf(line, (...names) => {
      const written = names.map((name) => cellText(cells[placeOf.get(name) ?? -1] ?? ''))
      return written.find(Boolean) ?? ''
    })
    const earlier = customer.refusal === undefined ? lineOf.get(customer.emailKey) : undefined
    if (customer.refusal === undefined && earlier === undefined) lineOf.set(customer.emailKey, line)
    const refusal = earlier === undefined ? customer.refusal : `It repeats line ${earlier}: the same e-mail address.`
    read.push({ ...customer, refusal })
  }
  return read
}
