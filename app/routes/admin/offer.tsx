import { redirect } from 'react-router'

import type { Route } from './+types/offer'

import { offerIn } from '#app/admin/offers/offer-fields.ts'
import { OfferForm } from '#app/admin/offers/offer-form.tsx'
import { OfferPreviewPanel } from '#app/admin/offers/offer-preview.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { FormWithPreview } from '#app/admin/shell/form-with-preview.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { failureOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { showAlert } from '#app/ui/alert-dialog.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { OfferPreview } from '#contract/offers/offers.ts'

const OFFERS = '/admin/offers'
/** Stands for the id of an offer that is being made. */
const NEW = 'new'

const findOffer = async (api: AdminApi, id: string) => (id === NEW ? undefined : api.getOffer(id))

async function load(api: AdminApi, id: string) {
  const { categories } = await api.getCategories()
  return { id, categories, ...(await loadOrFailure(findOffer(api, id), 'Failed to load the offer')) }
}

interface OfferResult extends FormResult {
  warning?: string | undefined
  preview?: OfferPreview
}

/** Saves the offer of the form, or shows what it would do. */
async function submit(api: AdminApi, id: string, request: Request): Promise<OfferResult> {
  const form = await request.formData()
  const input = offerIn(form)
  const isPreview = form.get('act') === 'preview'
  try {
    if (isPreview) return { preview: await api.previewOffer({ ...input, ...(id !== NEW && { _id: id }) }) }
    const change = { ...input, revision: Number(form.get('revision')) }
    const { message, warning } = await (id === NEW ? api.createOffer(input) : api.editOffer(id, change))
    return { success: message, warning }
  } catch (error) {
    return failureOf(error, textsOf(form), isPreview ? 'Failed to preview the offer' : 'Failed to save the offer')
  }
}

export const loader = ({ context, params }: Route.LoaderArgs) => load(serverApi(context), params.id)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.id)

export async function action({ context, params, request }: Route.ActionArgs) {
  const result = await submit(serverApi(context), params.id, request)
  return result.success ? redirect(OFFERS) : result
}
export async function clientAction({ params, request }: Route.ClientActionArgs) {
  const result = await submit(browserApi, params.id, request)
  if (!result.success) return result
  toastSuccess(result.success)
  if (result.warning !== undefined) await showAlert(result.warning)
  return redirect(OFFERS)
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: params.id === NEW ? 'Create offer' : 'Edit offer', isIndexed: false })

export default function AdminOffer({ loaderData, actionData }: Route.ComponentProps) {
  const { id, answer, failure, categories } = loaderData
  return (
    <AdminPage
      title={answer?.code ?? answer?.name ?? (id === NEW ? 'Create offer' : 'Edit offer')}
      above={{ to: OFFERS, label: 'All offers' }}
    >
      {failure === undefined ? (
        <FormWithPreview
          result={actionData}
          hint="“Preview” shows what the offer would do to the ten carts that were changed last, if it ran now. Nothing is saved."
          panel={(preview) => <OfferPreviewPanel preview={preview} />}
        >
          {/* Not by its revision: what was chosen stays where somebody else has changed the offer meanwhile. */}
          <OfferForm key={id} offer={answer} categories={categories} result={actionData} />
        </FormWithPreview>
      ) : (
        <LoadFailure failure={failure} />
      )}
    </AdminPage>
  )
}
