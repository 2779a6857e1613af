import type { SubmitEvent } from 'react'
import { Link } from 'react-router'

import type { Route } from './+types/import'

import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { CsvChanges } from '#app/admin/products/csv-changes.tsx'
import { ImportedPictures } from '#app/admin/products/imported-pictures.tsx'
import { useCsvImport } from '#app/admin/products/use-csv-import.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'
import type { CsvAnswer, StockConflict } from '#contract/catalogue/admin-catalogue.ts'
import { STOCK_CONFLICTS } from '#contract/catalogue/list-options.ts'
import { MAX_CSV_LINES, MAX_UPLOAD_BYTES } from '#contract/catalogue/upload-limits.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Import products', isIndexed: false })

const HINT = `CSV, up to ${MAX_UPLOAD_BYTES / 1024 ** 2} MiB and ${MAX_CSV_LINES.toLocaleString('en-IN')} lines; commas or semicolons.`

const counted = (count: number) => (count === 1 ? '1 product' : `${count} products`)

function Counts({ counts, isApplied }: CsvAnswer) {
  const figures = [
    ['New', counts.new],
    ['Changed', counts.changed],
    ['Unchanged', counts.unchanged],
    ['Rejected', counts.rejected],
  ] as const
  return (
    <>
      <h2 className="mt-8 text-lg font-bold">{isApplied ? 'What was imported' : 'What would change'}</h2>
      <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map(([word, count]) => (
          <div key={word} className="card p-4">
            <dt className="text-muted">{word}</dt>
            <dd className="text-xl font-bold tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Apply({ answer, isBusy, onApply }: { answer: CsvAnswer; isBusy: boolean; onApply(): void }) {
  const { counts, isApplied } = answer
  const count = counts.new + counts.changed
  if (isApplied) {
    return (
      <div className="notice mt-4" role="status">
        <p>
          {`${answer.message}${counts.rejected > 0 ? ` ${counted(counts.rejected)} rejected and left as they were.` : ''}`}
        </p>
        {counts.new > 0 && (
          <p className="mt-1">
            <span>
              {answer.shop === undefined
                ? 'New products are drafts. Next give each a picture, then put it on sale: '
                : 'New products are drafts until their pictures are here. Then those that were on sale there go on sale here: '}
            </span>
            <Link className="link" to="/admin/products?state=draft">
              to the drafts
            </Link>
          </p>
        )}
      </div>
    )
  }
  if (count === 0) return <p className="mt-4">Nothing in this file changes anything.</p>
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4">
      <Button isPending={isBusy} onClick={onApply}>
        {`Import ${counted(count)}`}
      </Button>
      {counts.rejected > 0 && <p className="text-muted">{`${counted(counts.rejected)} rejected will be left out.`}</p>}
    </div>
  )
}

const COUNTED: Record<StockConflict, string> = {
  sheet: 'The sheet’s figure',
  difference: 'The difference that the sheet makes, added to the shop’s figure',
  shop: 'The shop’s figure, and the sheet changes nothing',
}

/** The question that stocks leave which have changed in the sheet and in the shop since the export. */
function StockConflicts({
  count,
  chosen,
  isBusy,
  onChoose,
}: {
  count: number
  chosen: StockConflict | undefined
  isBusy: boolean
  onChoose(counted: StockConflict): void
}) {
  return (
    <fieldset className="card mt-4 max-w-2xl p-6" disabled={isBusy}>
      <legend className="float-left w-full font-bold">
        {`${count === 1 ? 'One stock has' : `${count} stocks have`} changed in the sheet and in the shop. Which counts?`}
      </legend>
      <div className="clear-both grid gap-1 pt-2">
        {STOCK_CONFLICTS.map((each) => (
          <label key={each} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="stockConflict"
              value={each}
              checked={chosen === each}
              onChange={() => onChoose(each)}
            />
            <span>{COUNTED[each]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export default function AdminImport() {
  const { file, answer, failure, isBusy, choose, stockConflict, settle, check, apply } = useCsvImport()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    check()
  }
  return (
    <AdminPage
      title="Import products"
      lead="The shop’s own CSV, or the export of products from Shopify or WooCommerce as it is: the shop says which it is and shows what would happen before anything does. Products that the file does not name stay as they are."
    >
      <form className="card mt-6 grid max-w-2xl gap-5 p-6" onSubmit={submit}>
        <ErrorSummary failure={failure} />
        <Field label="CSV file" hint={HINT}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="file"
              name="sheet"
              accept=".csv,text/csv"
              required
              onChange={(event) => choose(event.target.files?.[0])}
            />
          )}
        </Field>
        <p className="text-muted">
          <a className="link" href="/products-example.csv" download>
            An example file
          </a>{' '}
          <span>with two products, to fill in: one line for each size, and a line without an id is a new product.</span>
        </p>
        <Button type="submit" variant={answer ? 'outline' : 'primary'} isPending={isBusy} disabled={!file}>
          Show what would change
        </Button>
      </form>
      {answer && (
        <section aria-label="Result">
          {answer.remarks && answer.remarks.length > 0 && (
            <div className="notice mt-8">
              {answer.remarks.map((remark) => (
                <p key={remark}>{remark}</p>
              ))}
            </div>
          )}
          <Counts {...answer} />
          {answer.stockConflicts > 0 && !answer.isApplied && (
            <StockConflicts count={answer.stockConflicts} chosen={stockConflict} isBusy={isBusy} onChoose={settle} />
          )}
          <Apply answer={answer} isBusy={isBusy} onApply={apply} />
          {answer.products.length > 0 && <CsvChanges products={answer.products} />}
        </section>
      )}
      <ImportedPictures asked={answer} />
    </AdminPage>
  )
}
