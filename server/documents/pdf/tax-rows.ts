import type { Sums } from '#server/documents/invoice-lines.ts'

import { stateTaxName } from '#contract/schemas/indian-states.ts'
import { formatPaise } from '#contract/units/money.ts'

/** How a document names its taxes: the place of supply, and whether it is the seller's own state. */
export interface TaxPlace {
  code: string
  isSameState: boolean
}

/** The tax of each rate and head, as the sums below a table name it. */
export function taxRows(
  rates: readonly ({ percent: number } & Sums)[],
  { code, isSameState }: TaxPlace,
): [text: string, value: string][] {
  return rates.flatMap(({ percent, ...sums }): [string, string][] =>
    isSameState
      ? [
          [`CGST ${percent / 2} %`, formatPaise(sums.centralPaise)],
          [`${stateTaxName(code)} ${percent / 2} %`, formatPaise(sums.statePaise)],
        ]
      : [[`IGST ${percent} %`, formatPaise(sums.integratedPaise)]],
  )
}
