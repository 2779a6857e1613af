import { redirect } from 'react-router'

import type { Route } from './+types/sale'

import { saleIn } from '#app/admin/sales/sale-fields.ts'
import { SaleForm } from '#app/admin/sales/sale-form.tsx'
import { SalePreviewPanel } from '#app/admin/sales/sale-preview.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { FormWithPreview } from '#app/admin/shell/form-with-preview.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { failureOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { showAlert } from '#app/ui/alert-dialog.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { SalePreview } from '#contract/catalogue/sales/sales.ts'
import { minuteInIndia } from '#contract/units/india-time.ts'

const SALES = '/admin/sales'
/** Stands for the id of a sale that is being made. */
const NEW = 'new'

const findSale = async (api: AdminApi, id: string) => (id === NEW ? undefined : api.getSale(id))

async function load(api: AdminApi, id: string) {
  const [{ categories }, collections] = await Promise.all([api.getCategories(), api.listCollectionNames()])
  const now = minuteInIndia(new Date(api.now()))
  return { id, now, categories, collections, ...(await loadOrFailure(findSale(api, id), 'Failed to load the sale')) }
}

interface SaleResult extends FormResult {
  warning?: string | undefined
  preview?: SalePreview
}

/** Saves the sale of the form, or shows what it would do. */
async function submit(api: AdminApi, id: string, request: Request): Promise<SaleResult> {
  const form = await request.formData()
  const input = saleIn(form)
  const isPreview = form.get('act') === 'preview'
  try {
    if (isPreview) return { preview: await api.previewSale({ ...input, ...(id !== NEW && { _id: id }) }) }
    const change = { ...input, revision: Number(form.get('revision')) }
    const { message, warning } = await (id === NEW ? api.createSale(input) : api.editSale(id, change))
    return { success: message, warning }
  } catch (error) {
    return failureOf(error, textsOf(form), isPreview ? 'Failed to preview the sale' : 'Failed to save the sale')
  }
}

export const loader = ({ context, params }: Route.LoaderArgs) => load(serverApi(context), params.id)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.id)

export async function action({ context, params, request }: Route.ActionArgs) {
  const result = await submit(serverApi(context), params.id, request)
  return result.success ? redirect(SALES) : result
}
export async function clientAction({ params, request }: Route.ClientActionArgs) {
  const result = await submit(browserApi, params.id, request)
  if (!result.success) return result
  toastSuccess(result.success)
  if (result.warning !== undefined) await showAlert(result.warning)
  return redirect(SALES)
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: params.id === NEW ? 'Create sale' : 'Edit sale', isIndexed: false })

export default function AdminSale({ loaderData, actionData }: Route.ComponentProps) {
  const { id, now, answer, failure, categories, collections } = loaderData
  return (
    <AdminPage
      title={answer?.title ?? (id === NEW ? 'Create sale' : 'Edit sale')}
      above={{ to: SALES, label: 'All sales' }}
      actions={
        answer?.state === 'coming' && (
          <ButtonLink
            to={`/admin/shop-at?at=${encodeURIComponent(minuteInIndia(answer.startsAt))}`}
            variant="outline"
            isSmall
          >
            The shop when it begins
          </ButtonLink>
        )
      }
    >
      {failure === undefined ? (
        <FormWithPreview
          result={actionData}
          hint="“Preview” shows the prices when the sale begins, beside the other sales. Nothing is saved."
          panel={(preview) => <SalePreviewPanel preview={preview} />}
        >
          <SaleForm
            // Not by its revision: what was chosen stays where somebody else has changed the sale meanwhile.
            key={id}
            sale={answer}
            now={now}
            categories={categories}
            collections={collections}
            result={actionData}
          />
        </FormWithPreview>
      ) : (
        <LoadFailure failure={failure} />
      )}
    </AdminPage>
  )
}
