import type { Random } from '#prove/random.ts'
import type { CustomerOffer } from '#server/offers/apply-offers.ts'
import type { DocumentLine, SoldLine, Sums } from '#server/documents/invoice-lines.ts'

import { isLargeInvoice } from '#contract/tax/gst-rules.ts'
import { dayInIndia } from '#contract/units/india-time.ts'
import { creditLines, type Credited } from '#server/documents/credit-note-lines.ts'
import { documentLines, sumsOf } from '#server/documents/invoice-lines.ts'
import { applyOffers } from '#server/offers/apply-offers.ts'

/**
 * The midnight in India at which ₹1,000 and 12 % became ₹2,500 and 18 %. The rates are copied from the law, not from
 * the shop's table.
 */
const CHANGE_MS = Date.parse('2025-09-21T18:30:00Z')
const RATES = {
  before: { limitPaise: 100_000, low: 5, high: 12 },
  after: { limitPaise: 250_000, low: 5, high: 18 },
}
/** Prices at which a rate begins or ends, in paise. */
const EDGES = [105_000, 112_000, 262_500, 295_000]
const AMOUNTS = ['taxablePaise', 'centralPaise', 'statePaise', 'integratedPaise', 'totalPaise'] as const
const DAY_MS = 86_400_000

/** Everything that was paid, billed and reported, in paise. */
interface TaxRecords {
  orders: number
  invoices: number
  creditNotes: number
  /** Of shipped orders only: the others get all of their money back and have no document of supply. */
  paidPaise: number
  refundedPaise: number
  documents: Sums
  /** The tables of GSTR-1 by section, month, state and rate; credit notes taken off as the shop does it. */
  gstr1: Map<string, Sums>
  faults: string[]
}

const noMoney = (): Sums => ({ totalPaise: 0, taxablePaise: 0, centralPaise: 0, statePaise: 0, integratedPaise: 0 })

function add(to: Sums, sums: Sums, sign: 1 | -1): void {
  for (const amount of AMOUNTS) to[amount] += sign * sums[amount]
}

/** A price that is often close to where a rate changes. */
function pickPrice(random: Random): number {
  if (random.is(0.5)) return random.between(1, 500_000)
  return random.pick(EDGES) + random.between(-60, 60)
}

/** Without a shipping fee, so that offers are compared by what they take off the goods. */
const SOME_DAY = { today: '2025-09-01', shipping: { shippingFee: 0, freeShippingFrom: 1 } }

function pickOffer(random: Random): CustomerOffer {
  const isPercent = random.is(0.5)
  return {
    id: 'offer',
    code: 'CODE',
    name: null,
    percent: isPercent ? random.between(1, 90) : null,
    amountPaise: isPercent ? null : random.between(1, 200_000),
    freesShipping: false,
    maxDiscountPaise: null,
    categories: random.is(0.3) ? [{ id: 'shirts', name: 'Shirts' }] : [],
    minimumQuantity: random.between(1, 2),
    minimumPaise: random.is(0.3) ? 100_000 : 0,
    startsOn: null,
    endsOn: null,
    isActive: true,
    isUsedUp: false,
    maxUsesPerCustomer: null,
    isUsedByCustomer: false,
  }
}

/** What a checkout freezes: prices and discounts of that moment. */
function sell(random: Random): SoldLine[] {
  const cart = Array.from({ length: random.between(1, 4) }, () => ({
    categoryId: random.pick(['shirts', 'jeans']),
    quantity: random.is(0.02) ? random.between(20, 60) : random.between(1, 3),
    paidPricePaise: pickPrice(random),
  }))
  const discount = random.is(0.5) ? applyOffers(cart, [pickOffer(random)], SOME_DAY) : undefined
  const lines = cart.map(({ quantity, paidPricePaise }, index) => ({
    id: `line ${index}`,
    name: 'A shirt',
    size: 'M',
    hsn: random.pick(['620520', '610910', null]),
    quantity,
    pricePaise: paidPricePaise,
    paidPricePaise,
    discountPaise: discount?.byLine[index] ?? 0,
  }))
  // The owner edits the prices before the parcel leaves: what was sold stays as it was.
  for (const line of cart) line.paidPricePaise = pickPrice(random)
  return lines
}

const costOf = (lines: readonly SoldLine[]) =>
  lines.reduce((sum, line) => sum + line.paidPricePaise * line.quantity - line.discountPaise, 0)

/** Checks one piece against the law, by fractions instead of the shop's arithmetic; undefined if the line is right. */
function faultOf(line: DocumentLine, at: number, isSameState: boolean): string | undefined {
  const { limitPaise, low, high } = at < CHANGE_MS ? RATES.before : RATES.after
  const percent = line.pricePaise * 100 <= limitPaise * (100 + low) ? low : high
  if (line.percent !== percent) return `has ${line.percent} % and not ${percent} %`
  const exact = (line.pricePaise * percent) / (100 + percent)
  const { centralPaise, statePaise, integratedPaise, taxablePaise, pricePaise } = line
  const taxPaise = centralPaise + statePaise + integratedPaise
  if (taxablePaise + taxPaise !== pricePaise) return 'does not add up'
  if (isSameState ? integratedPaise !== 0 || centralPaise !== statePaise : centralPaise + statePaise !== 0) {
    return 'has the tax of another place'
  }
  return Math.abs(taxPaise - exact) <= (isSameState ? 1 : 0.5) + 1e-6 ? undefined : `has ${taxPaise} and not ${exact}`
}

interface Supply {
  at: number
  isSameState: boolean
  isBusiness: boolean
  lines: DocumentLine[]
}

function sectionOf({ at, isSameState, isBusiness, lines }: Supply): string {
  if (isBusiness) return 'registered'
  const isLarge = !isSameState && isLargeInvoice(sumsOf(lines).totalPaise, dayInIndia(new Date(at)))
  return isLarge ? 'large' : 'small'
}

/** Reports a document in its section, by the month of its own day and by rate. */
function report(
  records: TaxRecords,
  supply: Supply,
  document: { at: number; lines: DocumentLine[]; sign: 1 | -1 },
): void {
  const { at, lines, sign } = document
  const head = `${sectionOf(supply)} ${dayInIndia(new Date(at)).slice(0, 7)} ${supply.isSameState ? 29 : 27}`
  for (const line of lines) {
    const key = `${head} ${line.percent}`
    const sums = records.gstr1.get(key) ?? noMoney()
    add(sums, sumsOf([line]), sign)
    records.gstr1.set(key, sums)
  }
  add(records.documents, sumsOf(lines), sign)
}

/**
 * Pieces of a line that come back, the first of those that did not yet, with what they cost; undefined where none is
 * left.
 */
function comesBack(random: Random, lines: readonly DocumentLine[], earlier: readonly Credited[]) {
  const orderLineId = random.pick(lines).orderLineId ?? ''
  const pieces = lines
    .filter((line) => line.orderLineId === orderLineId)
    .flatMap((line) => Array.from({ length: line.quantity }, () => line.pricePaise))
  const before = earlier.flatMap(({ items }) => items ?? []).filter((item) => item.orderLineId === orderLineId)
  const left = pieces.slice(before.reduce((sum, { quantity }) => sum + quantity, 0))
  if (left.length === 0) return undefined
  const back = left.slice(0, random.between(1, left.length))
  return { items: [{ orderLineId, quantity: back.length }], paise: back.reduce((sum, paise) => sum + paise, 0) }
}

/**
 * Gives back parts of the money, or all of it, or what pieces cost that come back, each with its credit note; the last
 * may ask for more than is left.
 */
function refund(random: Random, records: TaxRecords, supply: Supply): void {
  const earlier: Credited[] = []
  const credited = noMoney()
  const invoice = sumsOf(supply.lines)
  const isWhole = random.is(0.5)
  for (let left = random.between(1, 3); left > 0; left -= 1) {
    const leftPaise = invoice.totalPaise - credited.totalPaise
    const back = random.is(0.4) ? comesBack(random, supply.lines, earlier) : undefined
    const partPaise = back?.paise ?? random.between(1, Math.max(1, Math.floor(invoice.totalPaise * 0.6)))
    const wantedPaise = isWhole && left === 1 ? leftPaise : partPaise
    const lines = creditLines(supply.lines, earlier, { amountPaise: wantedPaise, items: back?.items ?? null })
    const note = sumsOf(lines)
    const paise = Math.min(leftPaise, wantedPaise)
    if (note.totalPaise !== paise) records.faults.push(`a note over ${note.totalPaise} and not ${paise}`)
    earlier.push({ amountPaise: note.totalPaise, items: back?.items ?? null })
    add(credited, note, 1)
    records.refundedPaise += paise
    if (lines.length > 0) records.creditNotes += 1
    report(records, supply, { at: supply.at + random.between(0, 60) * DAY_MS, lines, sign: -1 })
  }
  const isOver = AMOUNTS.some((amount) => credited[amount] > invoice[amount])
  const hasRest =
    credited.totalPaise === invoice.totalPaise && AMOUNTS.some((amount) => credited[amount] !== invoice[amount])
  if (isOver || hasRest) records.faults.push(`notes ${JSON.stringify(credited)} of ${JSON.stringify(invoice)}`)
}

function playOrder(random: Random, records: TaxRecords): void {
  const sold = sell(random)
  const paidPaise = costOf(sold)
  // Cancelled before it left: the money goes back, and nothing was supplied.
  if (random.is(0.15)) return
  const isSameState = random.is(0.5)
  const spreadMs = random.pick([1, 1000, DAY_MS, 40 * DAY_MS])
  const at = CHANGE_MS + random.between(-spreadMs, spreadMs)
  const taxation = { day: dayInIndia(new Date(at)), isSameState }
  const supply = {
    at,
    isSameState,
    isBusiness: random.is(0.2),
    lines: documentLines({ lines: sold, fees: [] }, taxation, random.pick([4, 6])),
  }
  for (const line of supply.lines) {
    const fault = faultOf(line, at, isSameState)
    if (fault !== undefined) records.faults.push(`${line.pricePaise} on ${taxation.day} ${fault}`)
  }
  if (sumsOf(supply.lines).totalPaise !== paidPaise) records.faults.push(`an invoice is not over the ${paidPaise} paid`)
  records.paidPaise += paidPaise
  records.invoices += 1
  report(records, supply, { at, lines: supply.lines, sign: 1 })
  if (random.is(0.4)) refund(random, records, supply)
}

/** What GSTR-1 of all months says together. */
export function sumGstr1({ gstr1 }: TaxRecords): Sums {
  const sums = noMoney()
  for (const each of gstr1.values()) add(sums, each, 1)
  return sums
}

const SAY_EVERY = 100_000

/**
 * Plays random orders with coupons, cancelled before and after shipping, refunded in parts, their prices edited
 * meanwhile, and shipped around the midnight at which the rates changed; no shop runs. A fault is a wrong rate, a wrong
 * paisa of tax, a document that differs from its money, or a sum that breaks invoices less credit notes = GSTR-1 =
 * payments less refunds.
 */
export function playTaxOrders(
  random: Random,
  { orders, say }: { orders: number; say: (line: string) => void },
): TaxRecords {
  const records: TaxRecords = {
    orders: 0,
    invoices: 0,
    creditNotes: 0,
    paidPaise: 0,
    refundedPaise: 0,
    documents: noMoney(),
    gstr1: new Map(),
    faults: [],
  }
  while (records.orders < orders && records.faults.length === 0) {
    playOrder(random, records)
    records.orders += 1
    if (records.orders % SAY_EVERY === 0) say(`${records.orders} orders`)
  }
  const gstr1 = sumGstr1(records)
  const moneyPaise = records.paidPaise - records.refundedPaise
  const isBalanced = AMOUNTS.every((amount) => gstr1[amount] === records.documents[amount])
  if (!isBalanced || moneyPaise !== gstr1.totalPaise) {
    records.faults.push(`documents ${records.documents.totalPaise}, GSTR-1 ${gstr1.totalPaise}, money ${moneyPaise}`)
  }
  return records
}
