import { sql, type RawBuilder } from 'kysely'

import { TIME_ZONE } from '#contract/units/india-time.ts'

/** A moment as the date and time in India, and a date and time in India as its moment. */
export const inIndia = <Value>(time: RawBuilder<Value>): RawBuilder<Value> =>
  sql<Value>`(${time} at time zone ${sql.lit(TIME_ZONE)})`

/** This moment as the date and time in India. */
export const NOW_IN_INDIA = inIndia(sql<Date>`now()`)
