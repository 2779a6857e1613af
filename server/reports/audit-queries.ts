import { sql, type RawBuilder } from 'kysely'

import type { AuditArea } from '#contract/audit-areas.ts'
import type { Db } from '#server/db/open.ts'

import { AUDIT_AREAS, AUDIT_SEARCHED as MOST_SEARCHED, SHOP_ITSELF } from '#contract/audit-areas.ts'

export interface AuditFilter {
  area: AuditArea | undefined
  person: string | undefined
  search: string | undefined
}

interface Person {
  _id: string
  name: string
  email: string
}

export interface AuditRow {
  id: number
  at: Date
  action: string
  subjectType: string
  subjectId: string
  subjectName: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  person: Person | null
}

function chosen({ area, person }: AuditFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (area !== undefined) conditions.push(sql`entry.subject_type = ${area}`)
  if (person === SHOP_ITSELF) conditions.push(sql`entry.actor_id is null`)
  else if (person) conditions.push(sql`entry.actor_id = ${person}`)
  return sql.join(conditions, sql` and `)
}

/** Any part of a text is looked for in the newest entries; what a whole id is about is found however old it is. */
function found(filter: AuditFilter, search: string): RawBuilder<unknown> {
  // Unlike pattern_of, without taking accents away: the values of the log are kept as they were written.
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`(
    select id from (
      select * from audit_log entry where ${chosen(filter)} order by entry.id desc limit ${MOST_SEARCHED}
    ) recent
    where replace(action, '.', ' ') ilike ${pattern} or subject_id ilike ${pattern}
      or before::text ilike ${pattern} or after::text ilike ${pattern}
      or actor_id in (
        select id from users
        where role = 'admin' and (firstname || ' ' || lastname ilike ${pattern} or email ilike ${pattern})
      )
    union
    select id from audit_log where subject_type = any (${[...AUDIT_AREAS]}::text[]) and subject_id = ${search}
  )`
}

function matching(filter: AuditFilter): RawBuilder<unknown> {
  const isFound = filter.search ? sql`entry.id in ${found(filter, filter.search)}` : sql`true`
  return sql`where ${chosen(filter)} and ${isFound}`
}

/** Newest first. */
export async function listAuditRows(
  db: Db,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    with entry as materialized (
      select * from audit_log entry ${matching(filter)} order by entry.id desc limit ${limit} offset ${offset}
    )
    select entry.id, entry.at, entry.action, entry.subject_type, entry.subject_id, entry.before, entry.after,
      case entry.subject_type
        when 'product' then (select name from products where products.id = entry.subject_id)
        when 'category' then (select name from categories where categories.id = entry.subject_id)
        when 'contact' then (select email from contacts where contacts.id = entry.subject_id)
        when 'user' then (select email from users where users.id = entry.subject_id)
      end as subject_name,
      case when users.id is not null then json_build_object(
        '_id', users.id, 'name', trim(users.firstname || ' ' || users.lastname), 'email', users.email
      ) end as person
    from entry left join users on users.id = entry.actor_id
    order by entry.id desc`.execute(db)
  return rows
}

/** How many entries there are, counted no further than `most`. */
export async function countAuditRows(db: Db, filter: AuditFilter, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from audit_log entry ${matching(filter)} limit ${most}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listAdministrators(db: Db, limit: number): Promise<Person[]> {
  const { rows } = await sql<Omit<Person, '_id'> & { id: string }>`
    select id, trim(firstname || ' ' || lastname) as name, email
    from users where role = 'admin' order by email limit ${limit}`.execute(db)
  return rows.map(({ id, ...person }) => ({ _id: id, ...person }))
}
