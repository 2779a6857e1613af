import type { BulkAnswer, BulkChange, BulkResult, Repricing } from '#contract/catalogue/admin-catalogue.ts'
import type { KnownCategory, StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'

import { counted } from '#contract/words/counted.ts'
import { MAX_STOCK } from '#contract/catalogue/product-limits.ts'
import { decideFacts, factsBetween } from '#server/catalogue/admin/bulk-details.ts'
import { decidePrices, type Decide } from '#server/catalogue/admin/bulk-prices.ts'
import { publishBlocker, type PublishContext } from '#server/catalogue/admin/publish-check.ts'
import { productWarnings, type WarnOfProduct } from '#server/catalogue/admin/product-warnings.ts'
import { isRepeated } from '#server/db/idempotency-queries.ts'
import { lockForSaving, saveProducts, unknownCategory } from '#server/catalogue/admin/save-products.ts'
import { inCategory, pricesOf, stockOf } from '#server/catalogue/admin/stored-product.ts'
import { listStored } from '#server/catalogue/admin/stored-product-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict } from '#server/errors.ts'

const existing =
  (decide: Decide): Decide =>
  (product) =>
    product.deletedAt ? { reason: 'It has been deleted.' } : decide(product)

function deleted(): Decide {
  const deletedAt = new Date()
  return (product) => ({ after: { ...product, deletedAt } })
}

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

function moved(category: KnownCategory | undefined): Decide {
  if (!category) throw unknownCategory()
  return (product) =>
    product.categoryId === category.id
      ? { reason: `It is in ${category.name} already.` }
      : { after: inCategory(product, category) }
}

function putOnSale(isChecked: boolean): Decide {
  return (product) => {
    if (!product.isDraft) return { reason: 'It is on sale already.' }
    const reason = publishBlocker(product, isChecked)
    return reason === undefined ? { after: { ...product, isDraft: false } } : { reason }
  }
}

const madeDraft: Decide = (product) =>
  product.isDraft ? { reason: 'It is a draft already.' } : { after: { ...product, isDraft: true } }

/** Its category may have been deleted and created again under its name. If there is none, the product stays deleted. */
function restored(categories: readonly KnownCategory[]): Decide {
  return (product) => {
    if (!product.deletedAt) return { after: product }
    const name = product.categoryName.toLowerCase()
    const category =
      categories.find(({ id }) => id === product.categoryId) ??
      categories.find((each) => each.name.toLowerCase() === name)
    if (!category) {
      return { reason: `Its category ${product.categoryName} is gone. Create it again, then restore the product.` }
    }
    return { after: { ...inCategory(product, category), deletedAt: null } }
  }
}

/** The ids of the products to change, each once. */
const idsOf = (change: BulkChange): string[] => [
  ...new Set('products' in change ? change.products.map(({ _id }) => _id) : change.ids),
]

/** What must be locked beside the products. */
function locksFor(change: BulkChange): { categories?: readonly string[] | 'all'; withStock?: boolean } {
  if (change.action === 'restore') return { categories: 'all', withStock: true }
  if (change.action === 'move') return { categories: [change.category] }
  return { withStock: change.action === 'stock' }
}

function decisionFor(change: BulkChange, categories: readonly KnownCategory[], isPublishChecked: boolean): Decide {
  switch (change.action) {
    case 'delete':
      return existing(deleted())
    case 'restore':
      return restored(categories)
    case 'move':
      return existing(moved(categories[0]))
    case 'put on sale':
      return existing(putOnSale(isPublishChecked))
    case 'make drafts':
      return existing(madeDraft)
    case 'stock':
      return existing(stocked(change))
    case 'facts':
    case 'set facts':
      return existing(decideFacts(change))
    default:
      return existing(decidePrices(change))
  }
}

const WORDS: Record<BulkChange['action'], { audit: string; done: string }> = {
  delete: { audit: 'delete product', done: 'deleted' },
  restore: { audit: 'restore product', done: 'restored' },
  move: { audit: 'move product', done: 'moved' },
  price: { audit: 'change price', done: 'repriced' },
  discount: { audit: 'change price', done: 'discounted' },
  'set prices': { audit: 'change price', done: 'given their earlier prices' },
  facts: { audit: 'edit product', done: 'described anew' },
  'set facts': { audit: 'edit product', done: 'described as before' },
  stock: { audit: 'change stock', done: 'restocked' },
  'put on sale': { audit: 'put product on sale', done: 'put on sale' },
  'make drafts': { audit: 'take product off sale', done: 'taken off sale' },
}

interface Changed {
  before: StoredProduct
  after: StoredProduct
}

function auditedFor(action: BulkChange['action'], { after }: Changed) {
  const whole = { name: after.name, category: after.categoryName, stock: stockOf(after) }
  if (action === 'delete') return { before: whole }
  return action === 'restore' ? { after: whole } : undefined
}

function sentenceFor(results: readonly BulkResult[], done: string): string {
  const count = results.filter(({ isDone }) => isDone).length
  const left = results.length - count
  const sentence = `${counted(count, 'product')} ${done}.`
  return left === 0
    ? sentence
    : `${sentence} ${counted(left, 'product')} left as ${left === 1 ? 'it was' : 'they were'}.`
}

/** The result for each product that was asked for, and the products to save. */
function decideEach(
  change: BulkChange,
  products: readonly StoredProduct[],
  { decide, warnOf }: { decide: Decide; warnOf: WarnOfProduct },
) {
  const isPrices = change.action === 'price' || change.action === 'discount' || change.action === 'set prices'
  const isFacts = change.action === 'facts' || change.action === 'set facts'
  const changed: Changed[] = []
  const known = new Map<string, BulkResult>()
  for (const before of products) {
    const { id: _id, name } = before
    const outcome = decide(before)
    const isDone = outcome.reason === undefined
    known.set(_id, {
      _id,
      name,
      isDone,
      ...(!isDone && { reason: outcome.reason }),
      ...(isFacts && isDone && { facts: factsBetween(before, outcome.after) }),
      ...(isPrices && { before: pricesOf(before) }),
      ...(isPrices && isDone && { after: pricesOf(outcome.after), warning: warnOf(pricesOf(outcome.after)) }),
    })
    if (isDone && outcome.after !== before) changed.push({ before, after: outcome.after })
  }
  const missing = (_id: string) => ({ _id, name: '', isDone: false, reason: 'There is no such product.' })
  return { changed, results: idsOf(change).map((id) => known.get(id) ?? missing(id)) }
}

/** Shows what a repricing would do to each product now, and changes nothing. */
export async function previewPrices({ db, settings }: PublishContext, change: Repricing): Promise<BulkAnswer> {
  const { results } = decideEach(change, await listStored(db, idsOf(change)), {
    decide: existing(decidePrices(change)),
    warnOf: productWarnings(settings.current()),
  })
  return { message: sentenceFor(results, `would be ${WORDS[change.action].done}`), results }
}

/**
 * Makes one change to many products in one transaction. A product that cannot be changed gets a reason in the answer,
 * and the others change all the same. Each changed product gets its row in the audit log. Throws invalid (400) for a
 * category that does not exist, and a conflict (409) for a `key` that this administrator has used before, so that a
 * call that is sent twice changes nothing twice.
 */
export async function changeInBulk(
  { db, settings }: PublishContext,
  actorId: string,
  change: BulkChange,
  key?: string,
): Promise<BulkAnswer> {
  const wanted = 'products' in change ? change : { ...change, ids: idsOf(change) }
  const { isPublishChecked } = settings.current()
  return inTransaction(db, async (db) => {
    if (await isRepeated(db, { userId: actorId, key, request: JSON.stringify(wanted) })) {
      throw conflict('This change has been made already.')
    }
    const { products, categories } = await lockForSaving(db, { products: idsOf(wanted), ...locksFor(wanted) })
    const { changed, results } = decideEach(wanted, products, {
      decide: decisionFor(wanted, categories, isPublishChecked),
      warnOf: productWarnings(settings.current()),
    })
    const action = WORDS[wanted.action].audit
    const saved = changed.map((each) => ({ ...each, action, audited: auditedFor(wanted.action, each) }))
    await saveProducts(db, actorId, saved)
    return { message: sentenceFor(results, WORDS[wanted.action].done), results }
  })
}
