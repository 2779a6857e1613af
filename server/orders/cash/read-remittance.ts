import type { RemittanceColumns } from '#contract/orders/remittances.ts'
import type { RemittanceRow } from '#server/orders/cash/plan-remittance.ts'

import { MAX_REMITTANCE_REFERENCE, type RemittanceColumn } from '#contract/orders/remittance-limits.ts'
import { startOf } from '#contract/words/start-of-text.ts'
import { chooseColumns, guessColumns, shownColumns, type CsvColumn } from '#server/http/csv/csv-columns.ts'
import { textIn } from '#server/http/csv/csv-cells.ts'
import { readCsvFile, seenText } from '#server/http/csv/csv-file.ts'
import { REMITTANCE_COLUMNS } from '#server/orders/cash/csv-columns.ts'
import { amountIn, shownCell, trackingNumberIn } from '#server/orders/cash/remittance-cells.ts'

/** One line of a remittance as it is understood. */
export const rowOf = (cells: { line: number; number: string; amount: string; reference: string }): RemittanceRow => ({
  line: cells.line,
  written: { number: shownCell(cells.number), amount: shownCell(cells.amount) },
  number: trackingNumberIn(cells.number),
  amountPaise: amountIn(cells.amount),
  reference: startOf(textIn(cells.reference), MAX_REMITTANCE_REFERENCE),
})

/** The line of sums below the parcels. */
const isTotal = (cells: readonly string[]) => cells.some((cell) => /^(?:grand )?totals?\b/i.test(seenText(cell)))

/**
 * The lines of a courier's sheet; none as long as nobody has said which columns hold the tracking numbers and the
 * amounts.
 */
export async function readRemittanceCsv(
  file: Uint8Array,
  maxLines: number,
  choice: RemittanceColumns = {},
): Promise<{ columns: CsvColumn<RemittanceColumn>[]; rows: RemittanceRow[] }> {
  const { headings, lines } = await readCsvFile(file, maxLines)
  const names = headings.map(seenText)
  const means = chooseColumns(names, guessColumns(names, REMITTANCE_COLUMNS), choice)
  const placeOf = (column: RemittanceColumn) => [...means].find(([, meant]) => meant === column)?.[0] ?? -1
  const [number, amount, reference] = [placeOf('number'), placeOf('amount'), placeOf('reference')]
  const columns = shownColumns(names, means, lines)
  if (number === -1 || amount === -1) return { columns, rows: [] }
  const rows = lines
    .filter(({ cells }) => seenText(cells[number] ?? '') !== '' || !isTotal(cells))
    .map(({ line, cells }) =>
      rowOf({ line, number: cells[number] ?? '', amount: cells[amount] ?? '', reference: cells[reference] ?? '' }),
    )
  return { columns, rows }
}
