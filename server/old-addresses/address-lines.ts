import type { CsvFile } from '#server/http/csv-file.ts'

import { invalidField } from '#server/errors.ts'
import { seenText } from '#server/http/csv-file.ts'

/** A line of a sheet of old addresses. */
export interface AddressLine {
  line: number
  from: string
  to: string
}

/** What other shops and this one call the two columns. */
const OLD = ['old address', 'old', 'from', 'source', 'redirect from', 'path']
const NEW = ['new address', 'new', 'to', 'target', 'redirect to']

/** The lines of a sheet with an old and a new address each. Throws invalid (400) without two such columns. */
export function addressLines({ headings, lines }: CsvFile): AddressLine[] {
  const names = headings.map((name) =>
    seenText(name)
      .toLowerCase()
      .replaceAll(/[_\s]+/g, ' '),
  )
  const [from, to] = [OLD, NEW].map((known) => names.findIndex((name) => known.includes(name)))
  if (from === undefined || to === undefined || from === -1 || to === -1) {
    throw invalidField('sheet', 'The first line names the columns; it needs “old address” and “new address”.')
  }
  return lines.map(({ line, cells }) => ({ line, from: cells[from] ?? '', to: cells[to] ?? '' }))
}
