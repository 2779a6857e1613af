import { Link } from 'react-router'

import type { Route } from './+types/product'

import { AdminLinks } from '#app/admin/shell/admin-links.tsx'
import { ConflictNotice } from '#app/admin/products/conflict-notice.tsx'
import { ProductForm } from '#app/admin/products/product-form.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { PRODUCTS } from '#app/admin/products/product-view.ts'
import { useEdit } from '#app/admin/products/use-edit.ts'
import { browserApi } from '#app/api/admin-browser.ts'
import { serverApi } from '#app/api/context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { AdminCategory, EditableProduct } from '#contract/admin-catalogue.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import { ADMIN_WORDINGS } from '#contract/admin-wordings.ts'

async function load(api: AdminApi, id: string) {
  const { categories } = await api.listAdminCategories()
  return { categories, ...(await loadOrFailure(api.getEditableProduct(id), ADMIN_WORDINGS.productsFailed)) }
}

export const loader = ({ context, params }: Route.LoaderArgs) => load(serverApi(context), params.id)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.id)
/** The form has its own copy of the product and reloads it only after a conflict. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Edit product', isIndexed: false })

export default function AdminProduct({ loaderData: { answer, failure, categories } }: Route.ComponentProps) {
  return (
    <div className="container py-8">
      <Link to={PRODUCTS} className="link">
        All products
      </Link>
      {answer ? (
        <Editor key={answer._id} product={answer} categories={categories} />
      ) : (
        <>
          <h1 className="heading heading-1 mt-3">Edit product</h1>
          <p className="error-summary mt-6">Error: {failure}</p>
        </>
      )}
    </div>
  )
}

function Editor({ product, categories }: { product: EditableProduct; categories: readonly AdminCategory[] }) {
  const edit = useEdit(product, categories)
  const { deletedAt, name, _id } = edit.product
  return (
    <>
      <div className="mt-3 mb-8 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="heading heading-1 wrap-anywhere">{name}</h1>
          <p className="mt-2 text-sm text-muted">
            <code className="id">{_id}</code>
            {deletedAt === undefined && (
              <>
                {' · '}
                <Link to={`/product/${encodeURIComponent(_id)}`} className="link">
                  In the shop
                </Link>
              </>
            )}
          </p>
        </div>
        <AdminLinks labels={['Dashboard', 'Product Page', 'New Orders', 'Contacts']} />
      </div>
      {deletedAt !== undefined && (
        <div className="notice mb-6 flex flex-wrap items-center justify-between gap-3" role="status">
          <p>This product has been deleted. It can be changed once it is restored.</p>
          <Button isSmall isPending={edit.isBusy} onClick={edit.restore}>
            Restore
          </Button>
        </div>
      )}
      {edit.differences.length === 0 && (
        <div className="mb-6 empty:hidden">
          <ErrorSummary failure={edit.failure} />
        </div>
      )}
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
      />
    </>
  )
}
