import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { pictureHashIn } from '#contract/settings/shop-pictures.ts'

const SHOP_PICTURES = ['heroPicture', 'logo'] as const

/**
 * The picture hashes of all products on sale, after those of the pictures on every page, on the shop's own pages and on
 * collections.
 */
export async function listPictureHashes(db: Db): Promise<string[]> {
  const own = await db.selectFrom('settings').select('value').where('name', 'in', SHOP_PICTURES).execute()
  const rows = await db
    .selectFrom('productImages')
    .innerJoin('products', 'products.id', 'productImages.productId')
    .select('pictureHash')
    .distinct()
    .where('products.deletedAt', 'is', null)
    .orderBy('pictureHash')
    .execute()
  const { rows: onPages } = await sql<{ hash: string }>`
    select distinct (regexp_matches(version.blocks::text, '[0-9a-f]{32}', 'g'))[1] as hash
    from pages join page_versions version on version.page_id = pages.id and version.version = pages.published_version
    where pages.deleted_at is null
    order by hash`.execute(db)
  const collections = await db.selectFrom('collections').select('picture').where('deletedAt', 'is', null).execute()
  const shown = collections.flatMap(({ picture }) => pictureHashIn(picture) ?? [])
  const ownHashes = own.flatMap(({ value }) => (typeof value === 'string' ? (pictureHashIn(value) ?? []) : []))
  const ofProducts = rows.map(({ pictureHash }) => pictureHash)
  return [...new Set([...ownHashes, ...onPages.map(({ hash }) => hash), ...shown, ...ofProducts])]
}

const RESERVED_SECONDS = 600

/** Reserves the work on a picture for ten minutes; false while another process has it. */
export async function claimPicture(db: Db, hash: string): Promise<boolean> {
  const row = await db
    .insertInto('pictureWork')
    .values({ pictureHash: hash, endsAt: sql<Date>`now() + make_interval(secs => ${RESERVED_SECONDS})` })
    .onConflict((conflict) =>
      conflict
        .column('pictureHash')
        .doUpdateSet({ endsAt: (eb) => eb.ref('excluded.endsAt') })
        .where('pictureWork.endsAt', '<=', sql<Date>`now()`),
    )
    .returning('pictureHash')
    .executeTakeFirst()
  return row !== undefined
}

/** Queues the work on a picture for any process that runs jobs. */
export async function queuePicture(db: Db, hash: string): Promise<void> {
  await db
    .insertInto('pictureWork')
    .values({ pictureHash: hash, endsAt: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('pictureHash').doNothing())
    .execute()
}

const MOST_DUE = 100

/** Pictures without a worker: queued by a process without jobs, or left by one that died. The longest due first. */
export async function listDuePictures(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('pictureWork')
    .select('pictureHash')
    .where('endsAt', '<=', sql<Date>`now()`)
    .orderBy('endsAt')
    .orderBy('pictureHash')
    .limit(MOST_DUE)
    .execute()
  return rows.map(({ pictureHash }) => pictureHash)
}

/** Gives the work on a picture back, done or not. */
export async function releasePicture(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('pictureWork').where('pictureHash', '=', hash).execute()
}
