import { useState } from 'react'

import type { Route } from './+types/product'

import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { ConflictNotice } from '#app/admin/products/conflict-notice.tsx'
import { LabelsDialog } from '#app/admin/products/labels-dialog.tsx'
import { ProductForm } from '#app/admin/products/product-form.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { ShortId } from '#app/admin/shell/short-id.tsx'
import { PRODUCTS } from '#app/admin/products/product-list-address.ts'
import { useEditProduct } from '#app/admin/products/use-edit-product.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { SaleNote } from '#app/admin/sales/sale-note.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { AdminCategory } from '#contract/catalogue/admin-categories.ts'
import type { EditableProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

async function load(api: AdminApi, id: string) {
  const { categories } = await api.listAdminCategories()
  return { categories, ...(await loadOrFailure(api.getEditableProduct(id), ADMIN_WORDINGS.productsFailed)) }
}

export const loader = ({ context, params }: Route.LoaderArgs) => load(serverApi(context), params.id)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.id)
/** The form has its own copy of the product and reloads it only after a conflict. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Edit product', isIndexed: false })

const ALL_PRODUCTS = { to: PRODUCTS, label: 'All products' }

export default function AdminProduct({ loaderData: { answer, failure, categories } }: Route.ComponentProps) {
  if (answer) return <Editor key={answer._id} product={answer} categories={categories} />
  return (
    <AdminPage title="Edit product" above={ALL_PRODUCTS}>
      <LoadFailure failure={failure} />
    </AdminPage>
  )
}

function Editor({ product, categories }: { product: EditableProduct; categories: readonly AdminCategory[] }) {
  const edit = useEditProduct(product, categories)
  const [isPrinting, setIsPrinting] = useState(false)
  const { deletedAt, isDraft = false, name, _id } = edit.product
  return (
    <AdminPage
      title={name}
      above={ALL_PRODUCTS}
      beside={
        <>
          <ShortId id={_id} />
          {isDraft && <Badge kind="stitched">Draft</Badge>}
        </>
      }
      actions={
        <>
          <Button variant="outline" isSmall onClick={() => setIsPrinting(true)}>
            Labels
          </Button>
          <ButtonLink to={`/admin/stock/${encodeURIComponent(_id)}`} variant="outline" isSmall>
            Stock
          </ButtonLink>
          {!isDraft && (
            <>
              <ButtonLink to={`${PRODUCTS}/${encodeURIComponent(_id)}/prices`} variant="outline" isSmall>
                Prices until now
              </ButtonLink>
              {deletedAt === undefined && (
                <ButtonLink to={`/product/${encodeURIComponent(_id)}`} variant="outline" isSmall>
                  In the shop
                </ButtonLink>
              )}
            </>
          )}
          <LabelsDialog ids={[_id]} isOpen={isPrinting} onClose={() => setIsPrinting(false)} />
        </>
      }
      className="mb-6"
    >
      {deletedAt !== undefined && (
        <div className="notice my-6 flex flex-wrap items-center justify-between gap-3" role="status">
          <p>This product has been deleted. It can be changed once it is restored.</p>
          <Button isSmall isPending={edit.isBusy} onClick={edit.restore}>
            Restore
          </Button>
        </div>
      )}
      {edit.differences.length === 0 && (
        <div className="mt-6 empty:hidden">
          <ErrorSummary failure={edit.failure} />
        </div>
      )}
      <SaleNote product={edit.product} />
      <ConflictNotice differences={edit.differences} />
      <ProductForm
        draft={edit.draft}
        errors={edit.failure?.fields ?? {}}
        categories={categories.map(({ _id: value, name: called, defaults }) => ({ value, name: called, defaults }))}
        isBusy={edit.isBusy}
        isDisabled={deletedAt !== undefined}
        submitLabel="Save changes"
        onChange={edit.change}
        onSubmit={edit.save}
        onRefusedPictures={edit.showRefusedPictures}
      >
        <Button
          variant={isDraft ? 'primary' : 'outline'}
          disabled={edit.isBusy || deletedAt !== undefined}
          onClick={() => edit.saveAs(!isDraft)}
        >
          {isDraft ? 'Save and put on sale' : 'Save as a draft'}
        </Button>
      </ProductForm>
    </AdminPage>
  )
}
