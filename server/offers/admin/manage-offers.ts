import type { z } from 'zod'

import type { Offer, OfferChange, OfferInput, OfferListQuery, OfferPreview } from '#contract/offers/offers.ts'
import type { OfferState } from '#contract/offers/offer-states.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { CustomerOffer, Discount, OfferLine } from '#server/offers/apply-offers.ts'

import { feesPaise, type ShippingRule } from '#contract/cart/fees.ts'
import { priceGapOn } from '#contract/tax/gst-rules.ts'
import { dayInIndia } from '#contract/units/india-time.ts'
import { paiseFromRupees, rupeesFromPaise, totalPaiseOf } from '#contract/units/money.ts'
import { gstOfferWarning } from '#contract/tax/gst-price-warnings.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { recordChange } from '#server/audit/service.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'
import { applyOffers, shippingWith, summaryOf } from '#server/offers/apply-offers.ts'
import {
  countMostUsesOfOne,
  countProductsPricedBetween,
  deleteCodeOf,
  findOffer,
  insertOffer,
  listCategoriesNamed,
  listOfferRows,
  listRunningOffers,
  lockOffer,
  updateOffer,
  type OfferDraft,
  type OfferRow,
} from '#server/offers/queries.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'

type ReadOffer = z.output<typeof OfferInput>

function stateOf({ isActive, startsOn, endsOn, maxUses, used, today }: OfferRow): OfferState {
  if (!isActive) return 'off'
  if (endsOn !== null && endsOn < today) return 'ended'
  if (maxUses !== null && used >= maxUses) return 'used up'
  return startsOn !== null && startsOn > today ? 'starts later' : 'running'
}

const given = <Value>(value: Value | null): Value | undefined => value ?? undefined

function present(row: OfferRow): Offer {
  return {
    _id: row.id,
    code: given(row.code),
    name: given(row.name),
    percent: given(row.percent),
    amount: row.amountPaise === null ? undefined : rupeesFromPaise(row.amountPaise),
    ...(row.freesShipping && { freeShipping: true }),
    maxDiscount: row.maxDiscountPaise === null ? undefined : rupeesFromPaise(row.maxDiscountPaise),
    categories: row.categories.map(({ id, name }) => ({ _id: id, name })),
    minimumQuantity: row.minimumQuantity,
    minimumTotal: rupeesFromPaise(row.minimumPaise),
    startsOn: given(row.startsOn),
    endsOn: given(row.endsOn),
    maxUses: given(row.maxUses),
    maxUsesPerCustomer: given(row.maxUsesPerCustomer),
    isActive: row.isActive,
    state: stateOf(row),
    used: row.used,
    summary: summaryOf(row),
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
  }
}

const draftOf = (offer: ReadOffer): OfferDraft => ({
  code: offer.code ?? null,
  name: offer.name ?? null,
  percent: offer.percent ?? null,
  amountPaise: offer.amount === undefined ? null : paiseFromRupees(offer.amount),
  freesShipping: offer.freeShipping === true,
  maxDiscountPaise: offer.maxDiscount === undefined ? null : paiseFromRupees(offer.maxDiscount),
  categoryIds: [...new Set(offer.categories)],
  minimumQuantity: offer.minimumQuantity,
  minimumPaise: paiseFromRupees(offer.minimumTotal),
  startsOn: offer.startsOn ?? null,
  endsOn: offer.endsOn ?? null,
  maxUses: offer.maxUses ?? null,
  maxUsesPerCustomer: offer.maxUsesPerCustomer ?? null,
})

/** What the audit log keeps of an offer. */
const auditedOf = ({ id: _id, used: _used, revision: _revision, createdAt: _at, today: _today, ...row }: OfferRow) => ({
  ...row,
  categories: row.categories.map(({ name }) => name),
})

const NO_SHIPPING_FEE = 'The shop has no shipping fee now, so this offer takes nothing off. The fee is set at Settings.'

/** The categories of an offer. Throws invalid for one that is not in the shop, unless the offer had it before. */
async function categoriesOf(db: Db, { categories }: ReadOffer, before: OfferRow | undefined) {
  const known = [...(await listCategoriesNamed(db, categories)), ...(before?.categories ?? [])]
  return [...new Set(categories)].map((wanted) => {
    const category = known.find(({ id }) => id === wanted)
    if (!category) throw invalidField('categories', 'This category does not exist.')
    return category
  })
}

/**
 * Says that an offer brings prices into the gap between two rates of tax, which is nothing where no tax is charged by
 * the price, or that it takes away a fee that the shop does not have; undefined for any other.
 */
export async function offerWarning(
  db: Db,
  offer: ReadOffer,
  { taxRegistration, shippingFee }: Pick<Settings, 'taxRegistration' | 'shippingFee'>,
): Promise<string | undefined> {
  if (offer.freeShipping) return shippingFee === 0 ? NO_SHIPPING_FEE : undefined
  if (taxRegistration !== 'regular') return undefined
  const day = dayInIndia(new Date())
  return gstOfferWarning(await countProductsPricedBetween(db, draftOf(offer), priceGapOn(day)), day)
}

/** A page of all offers, newest first. */
export async function listOffers(
  db: Db,
  { page = 1, limit = ROWS_PER_PAGE.offers }: z.output<typeof OfferListQuery>,
): Promise<ListPage<Offer>> {
  return mapPage(await listOfferRows(db, windowOf({ page, limit })), present)
}

async function getRow(db: Db, offerId: string): Promise<OfferRow> {
  const row = await findOffer(db, offerId)
  if (!row) throw notFound('Offer')
  return row
}

/** Throws not-found. */
export const getOffer = async (db: Db, offerId: string): Promise<Offer> => present(await getRow(db, offerId))

/** Changes an offer in a transaction. Throws a conflict for a code that another offer has. */
async function changing(db: Db, work: (db: Db) => Promise<Offer>): Promise<Offer> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (!isUniqueViolation(error, 'offers_code')) throw error
    throw conflictIn('code', 'Another offer has this code.')
  }
}

/** Makes an offer, which runs at once if its days allow it. Throws invalid, and a conflict for a code that is taken. */
export function createOffer(db: Db, actorId: string, offer: ReadOffer): Promise<Offer> {
  const id = newId()
  return changing(db, async (db) => {
    await categoriesOf(db, offer, undefined)
    await insertOffer(db, id, draftOf(offer))
    const row = await getRow(db, id)
    await recordChange(db, actorId, 'create offer', ['offer', id], { after: auditedOf(row) })
    return present(row)
  })
}

async function lockRow(db: Db, offerId: string): Promise<OfferRow> {
  if (!(await lockOffer(db, offerId))) throw notFound('Offer')
  return getRow(db, offerId)
}

async function checkLimits(db: Db, { id, used }: OfferRow, { maxUses, maxUsesPerCustomer }: ReadOffer): Promise<void> {
  if (maxUses !== undefined && maxUses < used) throw invalidField('maxUses', `The offer has ${used} uses already.`)
  if (maxUsesPerCustomer === undefined) return
  const most = await countMostUsesOfOne(db, id)
  if (maxUsesPerCustomer < most) throw invalidField('maxUsesPerCustomer', `A customer has ${most} uses of it already.`)
}

/**
 * Changes an offer for carts from now on; what was frozen with payments and orders stays. Throws not-found, invalid,
 * and a conflict where somebody else has changed it since `revision` or another offer has its code.
 */
export function editOffer(
  db: Db,
  { actorId, offerId }: { actorId: string; offerId: string },
  { revision, ...offer }: z.output<typeof OfferChange>,
): Promise<Offer> {
  return changing(db, async (db) => {
    const before = await lockRow(db, offerId)
    if (before.revision !== revision) {
      throw conflict('Somebody else has changed this offer meanwhile. Please look at it again.')
    }
    await categoriesOf(db, offer, before)
    await checkLimits(db, before, offer)
    await updateOffer(db, offerId, draftOf(offer))
    // Customers who had entered the old code would read the new one in their cart.
    if (before.code !== (offer.code ?? null)) await deleteCodeOf(db, offerId)
    const after = await getRow(db, offerId)
    const values = { before: auditedOf(before), after: auditedOf(after) }
    await recordChange(db, actorId, 'edit offer', ['offer', offerId], values)
    return present(after)
  })
}

/** Switches an offer off or on again; the same again does nothing. Throws not-found. */
export function switchOffer(
  db: Db,
  { actorId, offerId, isActive }: { actorId: string; offerId: string; isActive: boolean },
): Promise<Offer> {
  return changing(db, async (db) => {
    const before = await lockRow(db, offerId)
    if (before.isActive === isActive) return present(before)
    await updateOffer(db, offerId, { isActive })
    await recordChange(db, actorId, isActive ? 'switch offer on' : 'switch offer off', ['offer', offerId], {
      before: { isActive: before.isActive },
      after: { isActive },
    })
    return getOffer(db, offerId)
  })
}

const asRunning = (terms: Omit<CustomerOffer, 'isActive' | 'isUsedUp' | 'isUsedByCustomer'>): CustomerOffer => ({
  ...terms,
  startsOn: null,
  endsOn: null,
  isActive: true,
  isUsedUp: false,
  isUsedByCustomer: false,
})

/**
 * What an offer would do to these carts if it ran today and had uses left, instead of the saved one with this id.
 * Throws invalid for a category that does not exist.
 */
export async function previewOffer(
  db: Db,
  { offer, offerId, shipping }: { offer: ReadOffer; offerId: string | undefined; shipping: ShippingRule },
  carts: readonly (readonly (OfferLine & { name: string })[])[],
): Promise<OfferPreview> {
  const saved = offerId === undefined ? undefined : await getRow(db, offerId)
  const { categoryIds: _ids, ...draft } = draftOf(offer)
  const terms = { ...draft, id: 'previewed', categories: await categoriesOf(db, offer, saved) }
  const running = await listRunningOffers(db)
  const others = running.filter(({ id }) => id !== offerId).map(asRunning)
  return {
    carts: carts.map((lines) => {
      const costOf = (discount: Discount | undefined) =>
        totalPaiseOf(lines) - (discount?.discountPaise ?? 0) + feesPaise(shippingWith(discount, lines, shipping))
      const before = applyOffers(lines, running.map(asRunning), { today: '', shipping })
      const after = applyOffers(lines, [...others, asRunning(terms)], { today: '', shipping })
      return {
        lines: lines.map(({ name, quantity }) => ({ name, quantity })),
        before: rupeesFromPaise(costOf(before)),
        after: rupeesFromPaise(costOf(after)),
        reason: after?.reason,
      }
    }),
  }
}
