import { useState } from 'react'

import type { Draft } from '#app/admin/products/product-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Price } from '#app/ui/price.tsx'

interface PreviewProps {
  draft: Draft
  category: string | undefined
}

/** A button that shows how the product will look in the shop, before anything is saved. */
export function PreviewButton(props: PreviewProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        Preview
      </Button>
      <Dialog title="Preview" isOpen={isOpen} onClose={() => setIsOpen(false)} width="46rem">
        {isOpen && <Preview {...props} />}
      </Dialog>
    </>
  )
}

function Preview({ draft: { fields, sizes, pictures }, category }: PreviewProps) {
  const [cover, ...others] = pictures
  const price = Number(fields.price) || 0
  const discounted = fields.discountedPrice.trim() === '' ? undefined : Number(fields.discountedPrice)
  const named = sizes.filter(({ size }) => size.trim() !== '')
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <div>
        {cover ? (
          <img src={cover.src} alt={cover.alt || 'Cover'} className="picture" />
        ) : (
          <p className="picture grid place-items-center">No Image</p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          {others.map(({ key, src, alt }, index) => (
            <img key={key} src={src} alt={alt || `Picture ${index + 2}`} className="picture w-14 rounded-control" />
          ))}
        </div>
      </div>
      <div className="grid content-start gap-3">
        <span className="badge">{category ?? 'Uncategorized'}</span>
        <p className="heading heading-2">{fields.name || 'Name'}</p>
        <Price price={price} discountedPrice={discounted} />
        <p className="whitespace-pre-line text-muted">{fields.description}</p>
        {named.length > 0 && (
          <ul className="tiles" aria-label="Sizes">
            {named.map(({ key, size, stock }) => (
              <li key={key} className="tile" data-struck={Number(stock) > 0 ? undefined : ''}>
                {size}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
