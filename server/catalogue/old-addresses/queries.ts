import { sql } from 'kysely'

import type { OldAddressOrigin } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import type { Db } from '#server/db/database.ts'

import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'
import { hasWord, soughtWords } from '#server/db/text-contains.ts'
import { newId } from '#server/db/new-id.ts'

export interface OldAddressRow {
  id: string
  path: string
  newPath: string
  origin: OldAddressOrigin
  changedAt: Date
}

export type KnownAddress = Omit<OldAddressRow, 'changedAt'>
/** The id of a path that has no row yet; a new one unless it is given. */
export type WrittenAddress = Omit<KnownAddress, 'id'> & { id?: string }

const COLUMNS = sql`id, path, new_path, origin, changed_at`

/** Changes with every change of the old addresses. */
export async function stampOfOldAddresses(db: Db): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select count(*) || ' ' || coalesce(extract(epoch from max(changed_at)), 0) as stamp from old_addresses`.execute(db)
  return rows[0]?.stamp ?? ''
}

export async function listAllOldAddresses(db: Db): Promise<KnownAddress[]> {
  const { rows } = await sql<KnownAddress>`select id, path, new_path, origin from old_addresses`.execute(db)
  return rows
}

/** The newest first. */
export async function listOldAddressRows(
  db: Db,
  { limit, offset, search }: Window & { search?: string | undefined },
): Promise<ListPage<OldAddressRow>> {
  const words = soughtWords(search).map((word) => hasWord(sql`search_text`, word))
  const wanted = sql.join([sql`true`, ...words], sql` and `)
  const { rows } = await sql<OldAddressRow & { total: number }>`
    with counted as (select count(*)::integer as total from old_addresses where ${wanted}),
    page as (
      select ${COLUMNS} from old_addresses where ${wanted} order by changed_at desc, path limit ${limit} offset ${offset}
    )
    select page.*, counted.total from counted left join page on true
    order by changed_at desc, path`.execute(db)
  return pageOf(rows)
}

export async function findOldAddress(db: Db, id: string): Promise<OldAddressRow | undefined> {
  const { rows } = await sql<OldAddressRow>`select ${COLUMNS} from old_addresses where id = ${id}`.execute(db)
  return rows[0]
}

/** Writes where these paths lead from now on. */
export async function upsertOldAddresses(db: Db, written: readonly WrittenAddress[]): Promise<void> {
  const rows = written.map((each) => ({ id: newId(), ...each }))
  // The clock and not the transaction's beginning: the stamp must differ from that of a change that was committed
  // meanwhile.
  await sql`
    insert into old_addresses (id, path, new_path, origin, changed_at)
    select id, path, "newPath", origin, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (id text, path text, "newPath" text, origin text)
    on conflict (path) do update
      set new_path = excluded.new_path, origin = excluded.origin, changed_at = excluded.changed_at`.execute(db)
}

/** Takes these paths out: they lead nowhere from now on. */
export async function deleteOldPaths(db: Db, paths: readonly string[]): Promise<void> {
  await sql`delete from old_addresses where path = any(${paths}::text[])`.execute(db)
}

/** Those of the paths that lead to a product on sale, a category or a published page. */
export async function listLivingPaths(db: Db, paths: readonly string[]): Promise<Set<string>> {
  const namesIn = (folder: string) =>
    paths.flatMap((path) => (path.startsWith(`/${folder}/`) ? [decodeURIComponent(path.slice(folder.length + 2))] : []))
  const { rows } = await sql<{ folder: string; name: string }>`
    select 'product' as folder, id as name from products
    where id = any(${namesIn('product')}::text[]) and deleted_at is null and not is_draft
    union all
    select 'categories', slug from categories where slug = any(${namesIn('categories')}::text[]) and deleted_at is null
    union all
    select 'collections', slug from collections
    where slug = any(${namesIn('collections')}::text[]) and deleted_at is null and not is_hidden
    union all
    select 'pages', slug from pages
    where slug = any(${namesIn('pages')}::text[]) and deleted_at is null and published_version is not null`.execute(db)
  return new Set(rows.map(({ folder, name }) => `/${folder}/${encodeURIComponent(name)}`))
}
