import type { CsvFile } from '#server/http/csv/csv-file.ts'

import { unescapeCell } from '#server/http/csv/csv-encoding.ts'
import { seenText } from '#server/http/csv/csv-file.ts'

/** A line of an export by the names that the reader gives its columns. A column that is missing is empty. */
export interface Row<Name extends string> {
  line: number
  cell(name: Name): string
}

const headingKey = (heading: string) => seenText(heading).toLowerCase().replaceAll(/\s+/g, ' ')

/** The headings of a sheet in lower case. */
export const headingKeys = (sheet: CsvFile): string[] => sheet.headings.map(headingKey)

/** The rows of a sheet. `columns` has the headings that each column has had, in lower case. */
export function rowsOf<Name extends string>(sheet: CsvFile, columns: Record<Name, readonly string[]>): Row<Name>[] {
  const keys = headingKeys(sheet)
  const placeOf = new Map(
    (Object.entries(columns) as [Name, readonly string[]][]).map(([name, headings]) => [
      name,
      keys.findIndex((key) => headings.includes(key)),
    ]),
  )
  return sheet.lines.map(({ line, cells }) => ({
    line,
    cell: (name) => unescapeCell(cells[placeOf.get(name) ?? -1] ?? '').trim(),
  }))
}

/** Those of the headings under which some line has more than what is as good as nothing. */
export function filledHeadings(sheet: CsvFile, headings: readonly string[]): string[] {
  const keys = headingKeys(sheet)
  return headings.filter((heading) => {
    const place = keys.indexOf(heading)
    return (
      place !== -1 &&
      sheet.lines.some(({ cells }) => !/^(?:|0|0\.0+|no|false|n\/a)$/i.test((cells[place] ?? '').trim()))
    )
  })
}
