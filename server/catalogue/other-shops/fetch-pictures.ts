import type { ImportedPictures } from '#contract/catalogue/import/imported-pictures.ts'
import type { StoredPicture, StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'
import type { Db } from '#server/db/database.ts'
import type { PictureFacts } from '#server/media/stored-pictures.ts'
import type { Shop } from '#server/start/shop.ts'

import { MAX_IMAGES, TOO_MANY_IMAGES } from '#contract/catalogue/upload-limits.ts'
import { recordChange } from '#server/audit/service.ts'
import { publishBlocker } from '#server/catalogue/admin/publish-check.ts'
import { lockForSaving, saveProducts } from '#server/catalogue/admin/save-products.ts'
import {
  claimFetches,
  countFetches,
  endWaiting,
  findFetched,
  listFailedFetches,
  listHeldBack,
  listPlaces,
  listWaitingForSale,
  postponeFetches,
  queueFailedFetches,
  releaseFetches,
  saveOutcomes,
  type DueFetch,
  type FetchOutcome,
} from '#server/catalogue/other-shops/fetch-queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { PictureRefused } from '#server/media/decode-picture.ts'
import { fetchPicture, FetchRefused } from '#server/media/fetch-picture.ts'

/**
 * Products whose pictures are fetched together and written by one transaction, so that the catalogue changes seldom.
 */
const PRODUCTS_AT_ONCE = 12
/** Longer than the pictures of so many products take when each server answers at the last moment. */
const LEASE_SECONDS = 240
/** Pictures that are fetched at the same moment; two of them are decoded. */
const FETCHES_AT_ONCE = 6
const SHOWN_FAILURES = 200

type FetchingShop = Pick<Shop, 'db' | 'pictures' | 'config' | 'settings' | 'log'>

interface Fetched {
  fetch: DueFetch
  facts: PictureFacts | undefined
  reason: string | undefined
}

/** A picture that could not be kept for a reason of the shop's own. */
interface Fault {
  fetch: DueFetch
  error: unknown
}

/**
 * Fetches pictures, some at a time; the same address is asked once. With each fault one less is fetched at the same
 * moment, so that a full disk does not have all of them asked for in vain.
 */
async function fetchAll(
  shop: FetchingShop,
  due: readonly DueFetch[],
  signal: AbortSignal,
): Promise<{ fetched: Fetched[]; faults: Fault[] }> {
  const { db, pictures, config } = shop
  const asked = new Map<string, Promise<PictureFacts>>()
  async function get(address: string): Promise<PictureFacts> {
    const known = await findFetched(db, address)
    if (known && (await pictures.has(known.hash))) return known
    return pictures.add(await fetchPicture(address, { mayAskThisMachine: config.hasLocalPictures, signal }))
  }
  const getOnce = (address: string) => {
    const asking = asked.get(address) ?? get(address)
    asked.set(address, asking)
    return asking
  }
  const fetched: Fetched[] = []
  const faults: Fault[] = []
  const waiting = [...due]
  async function work() {
    for (let fetch = waiting.shift(); fetch !== undefined && !signal.aborted; fetch = waiting.shift()) {
      try {
        fetched.push({ fetch, facts: await getOnce(fetch.address), reason: undefined })
      } catch (error) {
        if (error instanceof FetchRefused || error instanceof PictureRefused) {
          fetched.push({ fetch, facts: undefined, reason: error.message })
        } else {
          faults.push({ fetch, error })
          return
        }
      }
    }
  }
  await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, work))
  return { fetched, faults }
}

/** The product with a picture more, among the others where it stands in the other shop. */
function withPicture(
  product: StoredProduct,
  picture: StoredPicture,
  place: number,
  places: ReadonlyMap<string, number>,
) {
  const { pictures } = product
  const at = pictures.findIndex(({ pictureHash }) => (places.get(pictureHash) ?? -1) > place)
  return { ...product, pictures: pictures.toSpliced(at === -1 ? pictures.length : at, 0, picture) }
}

/** Puts fetched pictures to their products and notes how each ended. */
async function saveFetched(db: Db, fetched: readonly Fetched[]): Promise<void> {
  const ids = [...new Set(fetched.map(({ fetch }) => fetch.productId))].toSorted()
  await inTransaction(db, async (db) => {
    const { products } = await lockForSaving(db, { products: ids })
    const places = Map.groupBy(await listPlaces(db, ids), ({ productId }) => productId)
    const after = new Map(products.map((product) => [product.id, product]))
    const outcomes = fetched.map(({ fetch, facts, reason }): FetchOutcome => {
      const product = after.get(fetch.productId)
      if (!facts || !product) return { id: fetch.id, hash: null, reason: reason ?? 'Its product is gone.' }
      const { hash, ...rest } = facts
      if (product.pictures.some(({ pictureHash }) => pictureHash === hash)) return { id: fetch.id, hash, reason: null }
      if (product.pictures.length >= MAX_IMAGES) return { id: fetch.id, hash: null, reason: TOO_MANY_IMAGES }
      const known = new Map((places.get(product.id) ?? []).map((row) => [row.hash, row.place]))
      for (const each of fetched) {
        if (each.facts && each.fetch.productId === product.id) known.set(each.facts.hash, each.fetch.place)
      }
      const picture = { ...rest, pictureHash: hash, alt: fetch.alt }
      after.set(product.id, withPicture(product, picture, fetch.place, known))
      return { id: fetch.id, hash, reason: null }
    })
    const changed = products.flatMap((before) => {
      const is = after.get(before.id) ?? before
      return is === before ? [] : [{ before, after: is, action: 'fetch pictures of product' }]
    })
    await saveProducts(db, null, changed)
    await saveOutcomes(db, outcomes)
  })
}

/** Puts products on sale that wait for it and have their pictures. One that lacks something stays a draft. */
async function putOnSale({ db, settings }: FetchingShop): Promise<number> {
  const ids = await listWaitingForSale(db, PRODUCTS_AT_ONCE)
  if (ids.length === 0) return 0
  await inTransaction(db, async (db) => {
    const { products } = await lockForSaving(db, { products: ids })
    const ended = products.map((before) => {
      const heldBack = publishBlocker(before, settings.current().isPublishChecked) ?? null
      return { before, after: { ...before, isDraft: false }, productId: before.id, heldBack }
    })
    const ready = ended.filter(
      ({ before, heldBack }) => before.isDraft && before.deletedAt === null && heldBack === null,
    )
    await saveProducts(
      db,
      null,
      ready.map(({ before, after }) => ({ before, after, action: 'put imported product on sale' })),
    )
    await endWaiting(
      db,
      ended.map(({ productId, heldBack }) => ({ productId, heldBack })),
    )
  })
  return ids.length
}

/**
 * Fetches claimed pictures and saves those that came; the others are given back, for another process or the next start.
 * Those with a fault wait for minutes, so that they keep no others out, and the first fault is thrown.
 */
async function fetchDue(shop: FetchingShop, due: readonly DueFetch[], signal: AbortSignal): Promise<void> {
  const { fetched, faults } = await fetchAll(shop, due, signal)
  try {
    await saveFetched(shop.db, fetched)
  } catch (error) {
    faults.push(...fetched.map(({ fetch }) => ({ fetch, error })))
  }
  const postponed = new Set(faults.map(({ fetch }) => fetch.id))
  const ids = due.map(({ id }) => id)
  await postponeFetches(shop.db, [...postponed])
  await releaseFetches(
    shop.db,
    ids.filter((id) => !postponed.has(id)),
  )
  const [first] = faults
  if (first) throw first.error
}

/**
 * Fetches the pictures of imported products and puts these on sale, until nothing is left to do or the signal aborts.
 * Throws the shop's own faults, once what came without one is saved.
 */
export async function fetchImportedPictures(shop: FetchingShop, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await claimFetches(shop.db, { limit: PRODUCTS_AT_ONCE, leaseSeconds: LEASE_SECONDS })
    if (due.length > 0) await fetchDue(shop, due, signal)
    if ((await putOnSale(shop)) === 0 && due.length === 0) return
  }
}

/** How the fetching of pictures goes, which have failed, and what keeps products from going on sale. */
export async function getImportedPictures(db: Db): Promise<ImportedPictures> {
  const [counts, failures, heldBack] = await Promise.all([
    countFetches(db),
    listFailedFetches(db, SHOWN_FAILURES),
    listHeldBack(db),
  ])
  return {
    ...counts,
    heldBack,
    failures: failures.map(({ id, productId, ...row }) => ({ _id: String(id), productId, ...row })),
  }
}

/** Fetches failed pictures again, all of them unless ids are given, with a row in the audit log. Returns how many. */
export function retryFetches(db: Db, actorId: string, ids: readonly number[] | undefined): Promise<number> {
  return inTransaction(db, async (db) => {
    const pictures = await queueFailedFetches(db, ids)
    if (pictures > 0) {
      await recordChange(db, actorId, 'fetch pictures again', ['product', 'imported'], { after: { pictures } })
    }
    return pictures
  })
}
