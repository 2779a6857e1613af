import type { BulkAnswer, BulkChange, BulkResult, Repricing } from '#contract/admin-catalogue.ts'
import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'
import type { Db } from '#server/db/open.ts'

import { MAX_STOCK } from '#contract/catalogue-rules.ts'
import { recordChange } from '#server/audit/service.ts'
import { listCategoryRows } from '#server/catalogue/category-queries.ts'
import { decidePrices, pricesOf } from '#server/catalogue/admin/bulk-prices.ts'
import { differenceOf } from '#server/catalogue/admin/audited-fields.ts'
import { claimIdempotencyKey } from '#server/catalogue/admin/idempotency-queries.ts'
import {
  lockCategoriesById,
  listStored,
  lockStored,
  writeStored,
} from '#server/catalogue/admin/stored-product-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, invalid, keyUsedOtherwise } from '#server/errors.ts'
import { lockStock, setStocks } from '#server/inventory/service.ts'

/** What becomes of one product: itself as it is then, or the sentence that says why it stays. */
type Outcome = { after: StoredProduct; reason?: undefined } | { reason: string }

type Decide = (product: StoredProduct) => Outcome

interface Category {
  id: string
  name: string
}

const IS_DELETED = 'It has been deleted.'

const onSale =
  (decide: Decide): Decide =>
  (product) =>
    product.deletedAt ? { reason: IS_DELETED } : decide(product)

function stocked({ how, quantity, size }: Extract<BulkChange, { action: 'stock' }>): Decide {
  const wanted = size?.trim().toLowerCase()
  return (product) => {
    const isMeant = (name: string) => !wanted || name.toLowerCase() === wanted
    if (!product.sizes.some((each) => isMeant(each.size))) return { reason: `It has no size ${size}.` }
    const sizes = product.sizes.map((each) =>
      isMeant(each.size) ? { ...each, stock: how === 'set' ? quantity : each.stock + quantity } : each,
    )
    if (sizes.some(({ stock }) => stock < 0)) return { reason: 'Stock cannot fall below 0.' }
    if (sizes.some(({ stock }) => stock > MAX_STOCK)) return { reason: `Stock cannot pass ${MAX_STOCK}.` }
    const isSame = sizes.every(({ stock }, index) => stock === product.sizes[index]?.stock)
    return isSame ? { reason: 'The stock is the same already.' } : { after: { ...product, sizes } }
  }
}

function moved(category: Category): Decide {
  return (product) =>
    product.categoryId === category.id
      ? { reason: `It is in ${category.name} already.` }
      : { after: { ...product, categoryId: category.id, categoryName: category.name } }
}

/** A category that is gone may be there again under its name; only where it is not, the product has to wait. */
function restored(categories: readonly Category[]): Decide {
  return (product) => {
    if (!product.deletedAt) return { after: product }
    const name = product.categoryName.toLowerCase()
    const category =
      categories.find(({ id }) => id === product.categoryId) ??
      categories.find((each) => each.name.toLowerCase() === name)
    if (!category) {
      return { reason: `Its category ${product.categoryName} is gone. Create it again, then restore the product.` }
    }
    return { after: { ...product, deletedAt: null, categoryId: category.id, categoryName: category.name } }
  }
}

/** The products that a change is made to, each once. */
const idsOf = (change: BulkChange): string[] => [
  ...new Set(change.action === 'set prices' ? change.products.map(({ _id }) => _id) : change.ids),
]

/** The products with pieces that nobody sells or gives back before the transaction ends. */
async function lockWithStock(db: Db, ids: readonly string[]): Promise<StoredProduct[]> {
  const locked = await lockStored(db, ids)
  await lockStock(
    db,
    locked.flatMap(({ sizes }) => sizes.map(({ id }) => id)),
  )
  return listStored(db, ids)
}

/** Decides what becomes of each, having locked first what the decision needs: categories before products before stock. */
async function prepare(db: Db, change: BulkChange): Promise<{ products: StoredProduct[]; decide: Decide }> {
  const ids = idsOf(change)
  switch (change.action) {
    case 'delete': {
      const deletedAt = new Date()
      const products = await lockStored(db, ids)
      return { products, decide: onSale((product) => ({ after: { ...product, deletedAt } })) }
    }
    case 'restore': {
      const all = await listCategoryRows(db)
      const categories = await lockCategoriesById(
        db,
        all.map(({ _id }) => _id),
      )
      return { products: await lockWithStock(db, ids), decide: restored(categories) }
    }
    case 'move': {
      const [category] = await lockCategoriesById(db, [change.category])
      if (!category) {
        const sentence = 'This category does not exist.'
        throw invalid(sentence, { category: sentence })
      }
      return { products: await lockStored(db, ids), decide: onSale(moved(category)) }
    }
    case 'price':
    case 'discount':
    case 'set prices':
      return { products: await lockStored(db, ids), decide: onSale(decidePrices(change)) }
    case 'stock':
      return { products: await lockWithStock(db, ids), decide: onSale(stocked(change)) }
  }
}

const WORDS: Record<BulkChange['action'], { audit: string; done: string }> = {
  delete: { audit: 'delete product', done: 'deleted' },
  restore: { audit: 'restore product', done: 'restored' },
  move: { audit: 'move product', done: 'moved' },
  price: { audit: 'change price', done: 'repriced' },
  discount: { audit: 'change price', done: 'discounted' },
  'set prices': { audit: 'change price', done: 'given their earlier prices' },
  stock: { audit: 'change stock', done: 'restocked' },
}

interface Changed {
  before: StoredProduct
  after: StoredProduct
}

async function write(db: Db, actorId: string, { action }: BulkChange, changed: readonly Changed[]): Promise<void> {
  await writeStored(
    db,
    changed.map(({ after }) => after),
  )
  if (action === 'stock') {
    const stocks = changed.flatMap(({ after }) =>
      after.sizes.map(({ id, stock }) => ({ productSizeId: id, to: stock })),
    )
    await setStocks(db, stocks, actorId)
  }
  const entries = changed.map(({ before, after }) => ({
    actorId,
    action: WORDS[action].audit,
    subjectType: 'product' as const,
    subjectId: after.id,
    ...described(action, before, after),
  }))
  await recordChange(db, ...entries)
}

function described(action: BulkChange['action'], before: StoredProduct, after: StoredProduct) {
  const { name, categoryName, sizes } = after
  const whole = { name, category: categoryName, stock: sizes.reduce((sum, { stock }) => sum + stock, 0) }
  if (action === 'delete') return { before: whole }
  return action === 'restore' ? { after: whole } : differenceOf(before, after)
}

const counted = (count: number) => (count === 1 ? '1 product' : `${count} products`)

function sentenceFor(results: readonly BulkResult[], done: string): string {
  const count = results.filter(({ isDone }) => isDone).length
  const left = results.length - count
  const sentence = `${counted(count)} ${done}.`
  return left === 0 ? sentence : `${sentence} ${counted(left)} left as ${left === 1 ? 'it was' : 'they were'}.`
}

/** What becomes of each product that was asked for, and what is to be written for it. */
function decideEach(change: BulkChange, products: readonly StoredProduct[], decide: Decide) {
  const isPrices = change.action === 'price' || change.action === 'discount' || change.action === 'set prices'
  const changed: Changed[] = []
  const known = new Map<string, BulkResult>()
  for (const before of products) {
    const { id: _id, name } = before
    const fate = decide(before)
    const isDone = fate.reason === undefined
    known.set(_id, {
      _id,
      name,
      isDone,
      ...(!isDone && { reason: fate.reason }),
      ...(isPrices && { before: pricesOf(before), ...(isDone && { after: pricesOf(fate.after) }) }),
    })
    if (isDone && fate.after !== before) changed.push({ before, after: fate.after })
  }
  const missing = (_id: string) => ({ _id, name: '', isDone: false, reason: 'There is no such product.' })
  return { changed, results: idsOf(change).map((id) => known.get(id) ?? missing(id)) }
}

/** What a repricing would do to each product as it now is. Changes nothing; `changeInBulk` works it out in the same way. */
export async function previewPrices(db: Db, change: Repricing): Promise<BulkAnswer> {
  const { results } = decideEach(change, await listStored(db, idsOf(change)), onSale(decidePrices(change)))
  return { message: sentenceFor(results, `would be ${WORDS[change.action].done}`), results }
}

/**
 * One change of many products in one transaction. Whatever cannot be done to one of them is told with its reason, and
 * the others change all the same; each that did has its row in the audit log. Throws invalid (400) for a category that
 * does not exist, and a conflict (409) for a `key` that this administrator has used before: a call that is sent again,
 * because its answer was lost or the button pressed twice, adds nothing twice.
 */
export async function changeInBulk(db: Db, actorId: string, change: BulkChange, key?: string): Promise<BulkAnswer> {
  const wanted = change.action === 'set prices' ? change : { ...change, ids: idsOf(change) }
  return inTransaction(db, async (db) => {
    if (key !== undefined) {
      const request = JSON.stringify(wanted)
      const used = await claimIdempotencyKey(db, { userId: actorId, key, request })
      if (used === request) throw conflict('This change has been made already.')
      if (used !== undefined) throw keyUsedOtherwise()
    }
    const { products, decide } = await prepare(db, wanted)
    const { changed, results } = decideEach(wanted, products, decide)
    if (changed.length > 0) await write(db, actorId, wanted, changed)
    return { message: sentenceFor(results, WORDS[wanted.action].done), results }
  })
}
