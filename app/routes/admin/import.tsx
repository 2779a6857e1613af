import { Link } from 'react-router'

import type { Route } from './+types/import'

import { ApplyImport } from '#app/admin/csv/apply-import.tsx'
import { CsvForm } from '#app/admin/csv/csv-form.tsx'
import { ImportFigures } from '#app/admin/csv/import-figures.tsx'
import { useCsvImport } from '#app/admin/csv/use-csv-import.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { CsvChanges } from '#app/admin/products/csv-changes.tsx'
import { ImportedPictures } from '#app/admin/products/imported-pictures.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { CsvAnswer, StockConflict } from '#contract/catalogue/admin-catalogue.ts'
import { STOCK_CONFLICTS } from '#contract/catalogue/import/import-choices.ts'
import { MAX_CSV_LINES, MAX_UPLOAD_BYTES } from '#contract/catalogue/upload-limits.ts'
import { counted } from '#contract/words/counted.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Import products', isIndexed: false })

const HINT = `CSV, up to ${MAX_UPLOAD_BYTES / 1024 ** 2} MiB and ${MAX_CSV_LINES.toLocaleString('en-IN')} lines; commas or semicolons.`

function Applied({ answer: { counts, message, shop } }: { answer: CsvAnswer }) {
  const left = `${counted(counts.rejected, 'product')} rejected and left as ${counts.rejected === 1 ? 'it was' : 'they were'}.`
  return (
    <div className="notice mt-4" role="status">
      <p>{counts.rejected > 0 ? `${message} ${left}` : message}</p>
      {counts.new > 0 && (
        <p className="mt-1">
          <span>
            {shop === undefined
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

const COUNTED: Record<StockConflict, string> = {
  sheet: 'The sheet’s figure',
  difference: 'The difference that the sheet makes, added to the shop’s figure',
  shop: 'The shop’s figure, and the sheet changes nothing',
}

/** The question that stocks leave which the sheet and the shop have otherwise, and nobody can tell which is meant. */
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
        {`${count === 1 ? 'One stock is' : `${count} stocks are`} not the same in the sheet and in the shop. Which counts?`}
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
  const at = useCsvImport<{ stockConflict?: StockConflict }, CsvAnswer>({
    send: (file, { stockConflict }, token) => browserApi.importProducts(file, token, stockConflict),
    initial: {},
  })
  const { answer, choices, isBusy, settle, apply } = at
  const changed = answer ? answer.counts.new + answer.counts.changed : 0
  return (
    <AdminPage
      title="Import products"
      lead="The shop’s own CSV, or the export of products from Shopify or WooCommerce as it is: the shop says which it is and shows what would happen before anything does. Products that the file does not name stay as they are."
    >
      <CsvForm hint={HINT} at={at}>
        <p className="text-muted">
          <a className="link" href="/products-example.csv" download>
            An example file
          </a>{' '}
          <span>with two products, to fill in: one line for each size, and a line without an id is a new product.</span>
        </p>
      </CsvForm>
      {answer && (
        <section aria-label="Result">
          {answer.remarks && answer.remarks.length > 0 && (
            <div className="notice mt-8">
              {answer.remarks.map((remark) => (
                <p key={remark}>{remark}</p>
              ))}
            </div>
          )}
          <h2 className="mt-8 text-lg font-bold">{answer.isApplied ? 'What was imported' : 'What would change'}</h2>
          <ImportFigures
            figures={[
              ['New', answer.counts.new],
              ['Changed', answer.counts.changed],
              ['Unchanged', answer.counts.unchanged],
              ['Rejected', answer.counts.rejected],
            ]}
          />
          {answer.stockConflicts > 0 && !answer.isApplied && (
            <StockConflicts
              count={answer.stockConflicts}
              chosen={choices.stockConflict}
              isBusy={isBusy}
              onChoose={(stockConflict) => settle({ stockConflict })}
            />
          )}
          {answer.isApplied ? (
            <Applied answer={answer} />
          ) : (
            <ApplyImport
              changes={changed === 0 ? undefined : counted(changed, 'product')}
              rejected={answer.counts.rejected === 0 ? undefined : counted(answer.counts.rejected, 'product')}
              isBusy={isBusy}
              onApply={apply}
            />
          )}
          {answer.products.length > 0 && <CsvChanges products={answer.products} />}
        </section>
      )}
      <ImportedPictures asked={answer} />
    </AdminPage>
  )
}
