import { indianFormat } from '#contract/units/india-time.ts'
import { formatPaise } from '#contract/units/money.ts'
import { MUTED, WIDTH } from '#server/documents/pdf/pdf-page.ts'

const dateFormat = indianFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})
/** A day in India: 21/11/2026. */
export const formatDay = (time: string | Date): string => dateFormat.format(new Date(time))
/** An amount without ₹, for the columns of a table. */
export const figure = (paise: number): string => formatPaise(paise).slice(1)

export const HALF = WIDTH / 2
export const SMALL = { size: 8, colour: MUTED }
/** Stands for the name of a product of which nothing can be printed. */
export const UNNAMED = 'Item'
