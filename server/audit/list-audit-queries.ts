import { sql, type RawBuilder } from 'kysely'

import type { AuditAnswer } from '#contract/audit/audit.ts'
import type { Db } from '#server/db/database.ts'

import { AUDIT_AREAS, AUDIT_SEARCHED, SHOP_ITSELF, type AuditArea } from '#contract/audit/audit-areas.ts'
import { fullName } from '#server/db/full-name.ts'
import { contains, hasWord, soughtWords, type SoughtWord } from '#server/db/text-contains.ts'
import { pageOf, type ListPage, type Window } from '#server/db/pagination.ts'

interface AuditFilter {
  area: AuditArea | undefined
  person: string | undefined
  search: string | undefined
}

type Person = AuditAnswer['people'][number]

interface AuditRow {
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

function isWanted({ area, person }: AuditFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (area !== undefined) conditions.push(sql`entry.subject_type = ${area}`)
  if (person === SHOP_ITSELF) conditions.push(sql`entry.actor_id is null`)
  else if (person) conditions.push(sql`entry.actor_id = ${person}`)
  return sql.join(conditions, sql` and `)
}

/**
 * The orders that have a word: in their number or receiver, in their customer, in a line, or as the id of their
 * payment.
 */
const ordersWith = (word: SoughtWord) => sql`
  select id from orders where ${hasWord(sql`orders.search_text`, word)}
  union select orders.id from users join orders on orders.user_id = users.id
    where ${hasWord(sql`users.search_text`, word)} or ${hasWord(sql`users.search_email`, word)}
  union select order_id from order_lines where ${hasWord(sql`order_lines.search_text`, word)}
  union select order_id from payments where lower(id) in (${word.text.toLowerCase()}, ${`pay_${word.text.toLowerCase()}`})`

/**
 * Whether an entry has a word: in what it says, in the name of what it is about as the row shows it, or in its person.
 */
function isFound(word: SoughtWord): RawBuilder<unknown> {
  const isPerson = sql`(${hasWord(sql`search_text`, word)} or ${hasWord(sql`search_email`, word)})`
  return sql`(
    ${hasWord(sql`search_text`, word)}
    or actor_id in (select id from users where role in ('admin', 'program') and ${isPerson})
    or (subject_type = 'product' and subject_id in (
      select id from products where ${contains(sql`search_text`, word.text)} and ${hasWord(sql`plain_text(name)`, word)}
    ))
    or (subject_type = 'category' and subject_id in (select id from categories where ${hasWord(sql`plain_text(name)`, word)}))
    or (subject_type = 'order' and subject_id in (${ordersWith(word)}))
    or (subject_type = 'contact' and subject_id in (select id from contacts where ${hasWord(sql`plain_text(email)`, word)}))
    or (subject_type = 'user' and subject_id in (select id from users where ${hasWord(sql`search_email`, word)}))
  )`
}

/** Words are searched in the newest entries only; the entries of a whole id are found at any age. */
function chosenFrom(filter: AuditFilter): RawBuilder<unknown> {
  const words = soughtWords(filter.search)
  const [first] = words
  if (!first) return sql`chosen as not materialized (select id from audit_log entry where ${isWanted(filter)})`
  const recent = sql`
    select id from (
      select id, actor_id, subject_type, subject_id, search_text from audit_log entry where ${isWanted(filter)}
      order by entry.id desc limit ${AUDIT_SEARCHED}
    ) recent
    where ${sql.join(words.map(isFound), sql` and `)}`
  if (words.length > 1) return sql`chosen as materialized (${recent})`
  return sql`chosen as materialized (
    ${recent}
    union
    select id from audit_log entry
    where subject_type = any (${[...AUDIT_AREAS]}::text[]) and subject_id = ${first.text} and ${isWanted(filter)}
  )`
}

/** Newest first. Entries are counted up to `maxCount`. */
export async function listAuditRows(
  db: Db,
  filter: AuditFilter,
  { limit, offset, maxCount }: Window & { maxCount: number },
): Promise<ListPage<AuditRow>> {
  const { rows } = await sql<AuditRow & { total: number }>`
    with ${chosenFrom(filter)},
    page as materialized (select id from chosen order by id desc limit ${limit} offset ${offset}),
    counted as materialized (select count(*) as total from (select from chosen limit ${maxCount}) few)
    select entry.id, entry.at, entry.action, entry.subject_type, entry.subject_id, entry.before, entry.after,
      case entry.subject_type
        when 'product' then (select name from products where products.id = entry.subject_id)
        when 'category' then (select name from categories where categories.id = entry.subject_id)
        when 'collection' then (select title from collections where collections.id = entry.subject_id)
        when 'contact' then (select email from contacts where contacts.id = entry.subject_id)
        when 'page' then (select title from pages where pages.id = entry.subject_id)
        when 'key' then (select firstname from users where users.id = entry.subject_id)
        when 'user' then (select email from users where users.id = entry.subject_id)
      end as subject_name,
      case when users.id is not null then json_build_object(
        '_id', users.id, 'name', ${fullName()}, 'email', users.email
      ) end as person,
      counted.total
    from counted
    left join audit_log entry on entry.id = any (array(select id from page))
    left join users on users.id = entry.actor_id
    order by entry.id desc`.execute(db)
  return pageOf(rows)
}

/** Everybody of the staff, and then the programs that have or had a key. */
export async function listAdministrators(db: Db, limit: number): Promise<Person[]> {
  const { rows } = await sql<Omit<Person, '_id'> & { id: string }>`
    select id, ${fullName()} as name, email
    from users where role in ('admin', 'program') order by email = '', email, firstname limit ${limit}`.execute(db)
  return rows.map(({ id, ...person }) => ({ _id: id, ...person }))
}
