import type { ColumnChoice } from '#contract/catalogue/old-addresses/old-address-csv.ts'
import type { OldAddressColumn } from '#contract/catalogue/old-addresses/old-address-limits.ts'

import { invalidField } from '#server/errors.ts'
import {
  chooseColumns,
  guessColumns,
  shownColumns,
  type ColumnTable,
  type CsvColumn,
} from '#server/http/csv/csv-columns.ts'
import { seenText, type CsvFile } from '#server/http/csv/csv-file.ts'

/** What other shops and this one call the two columns. */
const COLUMNS: ColumnTable<OldAddressColumn> = {
  path: {
    headings: ['oldaddress', 'old', 'from', 'source', 'redirectfrom', 'path'],
    has: /^(?:old|from|source)|from$/,
    hasNot: /new|target|status|code|date/,
  },
  newPath: {
    headings: ['newaddress', 'new', 'to', 'target', 'redirectto'],
    has: /^(?:new|to(?!tal)|target|destination)|to$/,
    hasNot: /old|source|status|code|date/,
  },
}

/**
 * The columns of a sheet with what each stands for, and the cells of each line that hold the old address and the new
 * one. Throws invalid (400) where no two columns do.
 */
export function addressCells(
  { headings, lines }: CsvFile,
  choice: ColumnChoice = {},
): { columns: CsvColumn<OldAddressColumn>[]; lines: { line: number; path: string; newPath: string }[] } {
  const names = headings.map(seenText)
  const means = chooseColumns(names, guessColumns(names, COLUMNS), choice)
  const placeOf = (column: OldAddressColumn) => [...means].find(([, meant]) => meant === column)?.[0] ?? -1
  const [path, newPath] = [placeOf('path'), placeOf('newPath')]
  if (path === -1 || newPath === -1) {
    throw invalidField('sheet', 'The first line names the columns; it needs “old address” and “new address”.')
  }
  return {
    columns: shownColumns(names, means, lines),
    lines: lines.map(({ line, cells }) => ({ line, path: cells[path] ?? '', newPath: cells[newPath] ?? '' })),
  }
}
