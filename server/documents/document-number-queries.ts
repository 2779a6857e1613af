import { NOW_IN_INDIA } from '#server/db/india-time.ts'
import { sql, type RawBuilder } from 'kysely'

import { NUMBER_DIGITS } from '#contract/tax/document-number.ts'
import { SHORT_ID_LENGTH } from '#contract/schemas/short-id.ts'

/** Sandbox documents are numbered apart: live series have no gap. */
const seriesOf = (isSandbox: RawBuilder<unknown>, series: string) =>
  sql`case when ${isSandbox} then 'T' else '' end || ${series}::text`

/** The financial year of this moment in India, April to March: `2627`. */
const YEAR = sql`(
  to_char(${NOW_IN_INDIA} - interval '3 months', 'YY')
  || to_char(${NOW_IN_INDIA} + interval '9 months', 'YY')
)`

/**
 * A statement that takes the next number of a series, for a `with`: it returns `series`, `year` and `last`. It waits
 * until the transaction that took the number before has ended, and an undone transaction undoes its number. Let it
 * stand in the last statement of its transaction.
 */
export const takeNumber = (isSandbox: RawBuilder<unknown>, series: string): RawBuilder<unknown> => sql`
  insert into document_counters as counter (series, year, last)
  values (${seriesOf(isSandbox, series)}, ${YEAR}, 1)
  on conflict (series, year) do update set last = counter.last + 1
  returning series, year, last`

/**
 * SQL for the printed number of the document `name` in its series; or for another `number` of that series. Null without
 * a series.
 */
export const printedNumber = (name: string, number: RawBuilder<unknown> = sql.ref(`${name}.number`)) => {
  const [series, year] = [sql.ref(`${name}.series`), sql.ref(`${name}.year`)]
  const digits = sql.lit(NUMBER_DIGITS)
  return sql`(${series} || ${year} || '/' || lpad(${number}::text, greatest(${digits}, length(${number}::text)), '0'))`
}

/** SQL for the printed number of the document `name`, as `documentNumber` writes it. */
export const shownNumber = (name: string) =>
  sql`coalesce(${printedNumber(name)}, '#' || upper(right(${sql.ref(`${name}.order_id`)}, ${sql.lit(SHORT_ID_LENGTH)})))`
