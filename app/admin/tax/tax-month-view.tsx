import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'

import { OtherStatesNote } from '#app/admin/tax/other-states-note.tsx'
import { KINDS, MONEY_KINDS, RATES, REGISTER } from '#app/admin/tax/tax-columns.tsx'
import { amount, TaxFiles } from '#app/admin/tax/tax-files.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { isOverMoney } from '#contract/tax/document-kinds.ts'
import type { TaxMonth } from '#contract/tax/tax-month.ts'

export const TAX = '/admin/tax'

/** The two parts of the register. */
const LISTS = [
  { list: 'supplies', label: 'Invoices and credit notes' },
  { list: 'receipts', label: 'Receipts' },
] as const
export type RegisterList = (typeof LISTS)[number]['list']

/** Chooses the month. */
export function MonthForm({ month }: { month: string }) {
  return (
    <Form className="my-6 flex flex-wrap items-end gap-3" action={TAX}>
      <TextField
        label="Month"
        type="month"
        name="month"
        key={month}
        defaultValue={month}
        pattern="20\d\d-(0[1-9]|1[0-2])"
        required
      />
      <Button type="submit" variant="outline">
        Show
      </Button>
    </Form>
  )
}

function Ledger({ sums, ledger }: Pick<TaxMonth, 'sums' | 'ledger'>) {
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="heading heading-3 mt-8 mb-3">
        Beside the money
      </h2>
      <p>
        Invoices less credit notes: <strong className="tabular-nums">{amount(sums.total)}</strong>. Captured for them
        less refunded: <strong className="tabular-nums">{amount(ledger.total)}</strong>
        <span>{`. ${ledger.differing === 0 ? 'They are equal.' : `${ledger.differing} differ:`}`}</span>
      </p>
      <ul className="mt-2 list-disc pl-6">
        {ledger.differences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

interface PartProps<Row> {
  title: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** What stands between the title and the table. */
  children?: ReactNode
}

function Part<Row>({ title, children, ...table }: PartProps<Row>) {
  return (
    <>
      <h2 className="heading heading-3 mt-8 mb-3">{title}</h2>
      {children !== undefined && <div className="mb-3">{children}</div>}
      <div className="table-frame list-cards figure-cards">
        <Table caption={title} isCaptionHidden {...table} />
      </div>
    </>
  )
}

/** What was supplied in a month: beside the money, by document, by state and rate, and one by one. */
export function Month({ answer, list }: { answer: TaxMonth; list: RegisterList }) {
  const { month, rates, kinds, documents, registration, sendsToOtherStates, returns } = answer
  const supplies = kinds.filter(({ kind }) => !isOverMoney(kind))
  const overMoney = kinds.filter(({ kind }) => isOverMoney(kind))
  return (
    <>
      {registration === 'none' && sendsToOtherStates && (
        <div className="mb-6">
          <OtherStatesNote />
        </div>
      )}
      {supplies.length === 0 && registration === 'none' && (
        <EmptyState message="A registered seller finds here the tax of each month: sums by state and rate, GSTR-1, and invoices and credit notes beside the money.">
          <Link className="link" to="/admin/settings">
            Enter the registration in the settings
          </Link>
        </EmptyState>
      )}
      {supplies.length === 0 && registration !== 'none' && (
        <EmptyState message="No invoice or credit note was issued in this month." />
      )}
      {(supplies.length > 0 || answer.ledger.differing > 0) && <Ledger {...answer} />}
      {kinds.length > 0 && (
        <>
          <TaxFiles month={month} returns={returns} />
          {supplies.length > 0 && (
            <Part title="By document" columns={KINDS} rows={supplies} rowKey={({ kind }) => kind} />
          )}
          {overMoney.length > 0 && (
            <Part title="Receipts" columns={MONEY_KINDS} rows={overMoney} rowKey={({ kind }) => kind}>
              Receipts are over the money of sales whose tax stands on the invoices: never add them to these.
            </Part>
          )}
        </>
      )}
      {rates.length > 0 && (
        <Part
          title="By state and rate"
          columns={RATES}
          rows={rates}
          rowKey={({ stateCode, percent }) => `${stateCode} ${percent}`}
        />
      )}
      {kinds.length > 0 && (
        <Part title="Register" columns={REGISTER} rows={documents} rowKey={({ _id }) => _id}>
          <Tabs
            label="Register"
            tabs={LISTS.map(({ list: one, label }) => ({
              label,
              to: `${TAX}?month=${month}&list=${one}`,
              isCurrent: one === list,
            }))}
          />
        </Part>
      )}
      {kinds.length > 0 && documents.length === 0 && (
        <p className="mt-4 text-muted">
          {list === 'receipts' ? 'No receipts here.' : 'No invoices or credit notes here.'}
        </p>
      )}
    </>
  )
}
