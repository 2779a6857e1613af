import type { AuditChange } from '#contract/audit/audit.ts'

import { indianFormat } from '#contract/units/india-time.ts'
import { formatPaise, formatTotal } from '#contract/units/money.ts'

type Values = Readonly<Record<string, unknown>> | null

const RUPEES = new Set(['price', 'discountedPrice'])
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** A text that somebody wrote may only look like a time. */
const isTime = (text: string) => ISO_TIME.test(text) && !Number.isNaN(Date.parse(text))

const inIndia = indianFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Labels with capitals of their own. */
const LABELS: Readonly<Record<string, string>> = { skus: 'SKUs', storagePlaces: 'Places on the shelf' }

/** `discountedPrice` → 'Discounted price', `totalPaise` → 'Total', `isRead` → 'Read'. */
function labelOf(key: string): string {
  if (LABELS[key] !== undefined) return LABELS[key]
  const words = key
    .replace(/Paise$/, '')
    .replace(/^(?:is|has)(?=[A-Z])/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isSize = (value: unknown): value is { size: string; stock: number } =>
  typeof value === 'object' && value !== null && 'size' in value && 'stock' in value

function textOf(key: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') {
    if (key.endsWith('Paise')) return formatPaise(value)
    return RUPEES.has(key) ? formatTotal(value) : String(value)
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return isTime(value) ? inIndia.format(new Date(value)) : value
  if (Array.isArray(value)) {
    if (value.length === 0) return null
    return value.map((one) => (isSize(one) ? `${one.size} ${one.stock}`.trim() : textOf('', one))).join(', ')
  }
  return Object.entries(value)
    .map(([inner, one]) => `${labelOf(inner).toLowerCase()} ${textOf(inner, one) ?? '–'}`)
    .join(', ')
}

/** The values that an entry of the audit log changed, each from what to what. */
export function changesBetween(before: Values, after: Values): AuditChange[] {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...keys]
    .map((key) => ({
      what: labelOf(key),
      from: textOf(key, before?.[key]),
      to: textOf(key, after?.[key]),
    }))
    .filter(({ from, to }) => from !== to)
}
