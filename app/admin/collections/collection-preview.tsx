import { useEffect, useState } from 'react'

import { inputOf, type CollectionDraft } from '#app/admin/collections/collection-draft.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { withWidth } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import type { CollectionPreview, CollectionQuestion } from '#contract/catalogue/collections/collections.ts'
import { messageOf } from '#contract/words/error-message.ts'

/** Asked after the owner has stopped to type for so long. */
const PAUSE_MS = 250

/** What a collection would have, or why that cannot be told; neither until the first answer. */
interface ShownPreview {
  preview?: CollectionPreview
  failure?: string
}

/** What the collection would have now, asked anew whenever its terms change. An answer that comes late is of no use. */
export function usePreview(draft: CollectionDraft): ShownPreview {
  const { rule, products, order } = inputOf(draft)
  const question = JSON.stringify({ rule, products, order } satisfies CollectionQuestion)
  const [shown, setShown] = useState<ShownPreview>({})
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => {
      browserApi.previewCollection(JSON.parse(question) as CollectionQuestion).then(
        (preview) => isWanted && setShown({ preview }),
        (error: unknown) => isWanted && setShown({ failure: messageOf(error, 'The preview cannot be shown.') }),
      )
    }, PAUSE_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [question])
  return shown
}

/** How many products it has, in a sentence. */
export function countInWords({ preview, failure }: ShownPreview): string {
  if (!preview) return failure ?? 'Counting...'
  const { count, total } = preview
  if (count === 0) return 'No product is in it now.'
  return `${count.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')} products on sale ${count === 1 ? 'is' : 'are'} in it.`
}

/** How many products a collection has, and the first of them. */
export function CollectionPreviewPanel({ shown }: { shown: ShownPreview }) {
  const { preview } = shown
  return (
    <section className="card min-w-0 p-6 xl:sticky xl:top-6" aria-labelledby="collection-preview">
      <h2 id="collection-preview" className="heading heading-3 mb-3">
        What it shows
      </h2>
      <p>{countInWords(shown)}</p>
      {preview?.note !== undefined && <p className="mt-1 font-semibold text-status-placed">{preview.note}</p>}
      {preview && preview.products.length > 0 && (
        <ol className="mt-4 grid grid-cols-2 gap-4 sm:grid-cols-3" aria-label="The first products">
          {preview.products.map(({ _id, name, price, discountedPrice, images: [cover], pictures }) => (
            <li key={_id} className="min-w-0 text-sm">
              {cover !== undefined && (
                <img
                  className="aspect-4/5 w-full rounded-control object-cover"
                  src={withWidth(`${cover}?v=${pictures[0]?.version ?? ''}`, 320)}
                  alt=""
                  width={320}
                  height={400}
                  loading="lazy"
                />
              )}
              <p className="mt-1 wrap-anywhere">{name}</p>
              <Price price={price} discountedPrice={discountedPrice} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
