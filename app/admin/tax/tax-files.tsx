import { useState } from 'react'

import { GSTR1_SECTIONS } from '#contract/tax/gstr1-sections.ts'
import { stateTaxName } from '#contract/schemas/indian-states.ts'
import { formatTotal } from '#contract/units/money.ts'
import type { TaxMonth } from '#contract/tax/tax-month.ts'

type ReturnRow = TaxMonth['returns'][number]

/** An amount that may be below zero. */
export const amount = (value: number) => (value < 0 ? `−${formatTotal(-value)}` : formatTotal(value))

/** A click removes the link, so that nobody asks for the same archive twice. */
function Archive({ month }: { month: string }) {
  const [isAsked, setIsAsked] = useState(false)
  if (isAsked) return <span role="status">The ZIP is on its way to your downloads. A long month takes minutes.</span>
  return (
    <a
      className="link"
      href={`/api/admin/tax/archive?month=${month}`}
      download
      onClick={() => setTimeout(setIsAsked, 0, true)}
    >
      Everything as one ZIP
    </a>
  )
}

/** The files of a month: everything as one ZIP, the register, and the return of each GSTIN. */
export function TaxFiles({ month, returns }: { month: string; returns: ReturnRow[] }) {
  return (
    <section aria-labelledby="downloads">
      <h2 id="downloads" className="heading heading-3 mt-8 mb-3">
        Files
      </h2>
      <p className="flex flex-wrap gap-x-4 gap-y-2">
        <Archive key={month} month={month} />
        <a className="link" href={`/api/admin/tax/register?month=${month}`} download>
          register.csv
        </a>
      </p>
      {returns.map((filed) => (
        <Gstr1 key={filed.gstin} month={month} filed={filed} />
      ))}
    </section>
  )
}

/** The return of one GSTIN: what it says, what the documents have beside it by rounding, and its files. */
function Gstr1({ month, filed }: { month: string; filed: ReturnRow }) {
  const { gstin, stateCode, stateName, taxable, central, state, integrated, rounding } = filed
  const query = `month=${month}&gstin=${gstin}`
  return (
    <section aria-labelledby={`gstr1-${gstin}`}>
      <h3 id={`gstr1-${gstin}`} className="mt-4 mb-2 font-semibold">
        {`GSTR-1 of ${gstin}, ${stateName}`}
      </h3>
      <p>
        {`Taxable ${amount(taxable)}, CGST ${amount(central)}, ${stateTaxName(stateCode)} ${amount(state)}, IGST ${amount(integrated)}: each row is its taxable value times its rate, as the portal computes it.`}
      </p>
      <p>
        Rounding: <strong className="tabular-nums">{amount(rounding.total)}</strong>, which the documents have more,
        because each piece is taxed by itself.
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
        <a className="link" href={`/api/admin/tax/gstr1?${query}`} download>
          JSON
        </a>
        {GSTR1_SECTIONS.map((section) => (
          <a key={section} className="link" href={`/api/admin/tax/gstr1/${section}?${query}`} download>
            {`${section}.csv`}
          </a>
        ))}
      </p>
    </section>
  )
}
