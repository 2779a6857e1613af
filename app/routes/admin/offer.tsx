import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import type { Route } from './+types/offer'

import { OfferForm } from '#app/admin/offers/offer-form.tsx'
import { OfferPreviewPanel } from '#app/admin/offers/offer-preview.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, type FormResult } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { showAlert } from '#app/ui/alert-dialog.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'
import type { Offer, OfferInput, OfferPreview } from '#contract/offers/offers.ts'

const OFFERS = '/admin/offers'
/** Stands for the id of an offer that is being made. */
const NEW = 'new'

const findOffer = async (api: AdminApi, id: string) => (id === NEW ? undefined : api.getOffer(id))

async function load(api: AdminApi, id: string) {
  const { categories } = await api.getCategories()
  return { id, categories, ...(await loadOrFailure(findOffer(api, id), 'Failed to load the offer')) }
}

export const loader = ({ context, params }: Route.LoaderArgs) => load(serverApi(context), params.id)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.id)

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: params.id === NEW ? 'Create offer' : 'Edit offer', isIndexed: false })

export default function AdminOffer({ loaderData: { id, answer, failure, categories } }: Route.ComponentProps) {
  return (
    <AdminPage
      title={answer?.code ?? answer?.name ?? (id === NEW ? 'Create offer' : 'Edit offer')}
      above={{ to: OFFERS, label: 'All offers' }}
    >
      {failure === undefined ? (
        <Editor key={`${id} ${answer?.revision}`} offer={answer} categories={categories} />
      ) : (
        <p className="error-summary">{`Error: ${failure}`}</p>
      )}
    </AdminPage>
  )
}

function Editor({ offer, categories }: { offer: Offer | undefined; categories: readonly Category[] }) {
  const navigate = useNavigate()
  const { isBusy, run } = useTask()
  const [failure, setFailure] = useState<FormResult['failure']>()
  const [preview, setPreview] = useState<OfferPreview>()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (preview) panel.current?.focus()
  }, [preview])

  const attempt = (work: () => Promise<void>, fallback: string) =>
    void run(async () => {
      setFailure(undefined)
      try {
        await work()
      } catch (error) {
        setFailure(failureOf(error, {}, fallback).failure)
      }
    })

  async function save(input: OfferInput) {
    const { message, warning } = offer
      ? await browserApi.editOffer(offer._id, { ...input, revision: offer.revision })
      : await browserApi.createOffer(input)
    toastSuccess(message)
    if (warning !== undefined) await showAlert(warning)
    await navigate(OFFERS)
  }

  return (
    <div className="mt-6 grid min-w-0 items-start gap-8 lg:grid-cols-[3fr_2fr]">
      <div className="min-w-0">
        <div className="mb-6 empty:hidden">
          <ErrorSummary failure={failure} />
        </div>
        <OfferForm
          offer={offer}
          categories={categories}
          errors={failure?.fields ?? {}}
          isBusy={isBusy}
          onSave={(input) => attempt(() => save(input), 'Failed to save the offer')}
          onPreview={(input) =>
            attempt(
              async () => setPreview(await browserApi.previewOffer({ ...input, ...(offer && { _id: offer._id }) })),
              'Failed to preview the offer',
            )
          }
        />
      </div>
      <section
        ref={panel}
        tabIndex={-1}
        aria-labelledby="offer-preview"
        className="card min-w-0 p-6 lg:sticky lg:top-28"
      >
        <h2 id="offer-preview" className="heading heading-3 mb-3">
          Preview
        </h2>
        {preview ? (
          <OfferPreviewPanel preview={preview} />
        ) : (
          <p className="text-muted">
            “Preview” shows what the offer would do to the ten carts that were changed last, if it ran now. Nothing is
            saved.
          </p>
        )}
      </section>
    </div>
  )
}
