import { Fragment } from 'react'
import { Link } from 'react-router'

import { PRODUCTS } from '#app/admin/products/product-list-address.ts'
import { Badge } from '#app/ui/badge.tsx'
import { withWidth } from '#app/ui/picture.tsx'
import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'

export const editAddress = (id: string) => `${PRODUCTS}/${encodeURIComponent(id)}`

export function CoverCell({ product: { images, pictures, name, deletedAt } }: { product: AdminProduct }) {
  // The pictures of what is deleted are shown to nobody.
  if (deletedAt !== undefined) return <span className="text-muted">Not shown</span>
  if (!images[0]) return <span>No Image</span>
  const version = pictures[0]?.version
  return (
    <img
      src={`${withWidth(images[0], 160)}${version ? `&v=${version}` : ''}`}
      alt={name}
      width={32}
      height={40}
      loading="lazy"
      className="picture w-8 rounded-control"
    />
  )
}

export function NameCell({ product: { _id, name, isDraft } }: { product: AdminProduct }) {
  return (
    <>
      <Link to={editAddress(_id)} className="link row-name" title={name}>
        {name}
      </Link>
      {isDraft && <Badge kind="stitched"> Draft</Badge>}
    </>
  )
}

export function StockCell({ product: { _id, stock, sizes } }: { product: AdminProduct }) {
  return (
    <div className="stock-cell">
      <span className="tabular-nums">
        <Link to={`/admin/stock/${_id}`} className="link -my-0.5 inline-block align-top leading-6">
          {stock}
        </Link>
      </span>
      {sizes.length > 0 && (
        <span className="text-xs text-muted">
          {sizes.map(({ size, stock: pieces }, index) => (
            <Fragment key={size}>
              {index > 0 && <span>, </span>}
              <span className="whitespace-nowrap">{`${size} ${pieces}`}</span>
            </Fragment>
          ))}
        </span>
      )}
    </div>
  )
}
