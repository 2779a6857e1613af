import { useRef } from 'react'

import { PriceEdit, StockEdit } from '#app/admin/inline-edit.tsx'
import type { ProductActions } from '#app/admin/use-products.ts'
import { Button } from '#app/ui/button.tsx'
import { withWidth } from '#app/ui/picture.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import type { ProductDetail } from '#contract/catalogue.ts'
import { formatRupees } from '#contract/money.ts'

/** Which rows are being edited: at most one for its stock and one for its price on the whole page. */
export interface Editing {
  stockOf: string | undefined
  priceOf: string | undefined
}

interface ProductTableProps {
  category: string
  products: readonly ProductDetail[]
  actions: ProductActions
  editing: Editing
  onEdit(editing: Editing): void
}

function Sizes({ product: { sizes } }: { product: ProductDetail }) {
  if (sizes.length === 0) return null
  return (
    <span className="block text-xs text-muted">{sizes.map(({ size, stock }) => `${size} ${stock}`).join(', ')}</span>
  )
}

/** The products of one category as the owner's table. */
export function ProductTable({ category, products, actions, editing, onEdit }: ProductTableProps) {
  const table = useRef<HTMLDivElement>(null)
  // The button that opened an edit takes the focus back when the edit is over.
  const backTo = (selector: string) =>
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(selector)?.focus())

  function closeStock(product: ProductDetail) {
    onEdit({ ...editing, stockOf: undefined })
    backTo(`[data-edit-stock="${product._id}"]`)
  }
  function closePrice(product: ProductDetail) {
    onEdit({ ...editing, priceOf: undefined })
    backTo(`[data-edit-price="${product._id}"]`)
  }

  const columns: Column<ProductDetail>[] = [
    {
      key: 'image',
      header: 'Image',
      cell: ({ images, name }) =>
        images[0] ? (
          <img
            src={withWidth(images[0], 160)}
            alt={name}
            width={48}
            height={60}
            loading="lazy"
            className="picture w-12 rounded-control"
          />
        ) : (
          'No Image'
        ),
    },
    { key: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name },
    {
      key: 'price',
      header: 'Price',
      align: 'end',
      cell: (product) =>
        editing.priceOf === product._id ? (
          <PriceEdit
            product={product}
            onClose={() => closePrice(product)}
            updatePrice={(prices) => actions.updatePrice(product, prices)}
          />
        ) : (
          formatRupees(product.price)
        ),
    },
    {
      key: 'discounted',
      header: 'Discounted Price',
      align: 'end',
      cell: ({ discountedPrice }) => (discountedPrice === undefined ? '–' : formatRupees(discountedPrice)),
    },
    {
      key: 'stock',
      header: 'Stock',
      align: 'end',
      cell: (product) =>
        editing.stockOf === product._id ? (
          <StockEdit
            product={product}
            onClose={() => closeStock(product)}
            setStock={(stock) => actions.setStock(product, stock)}
          />
        ) : (
          <div>
            <span className="tabular-nums">{product.stock}</span>
            <Sizes product={product} />
          </div>
        ),
    },
    {
      key: 'description',
      header: 'Description',
      cell: ({ description }) => <span className="line-clamp-3 max-w-64 text-sm">{description}</span>,
    },
    { key: 'id', header: 'Product ID', cell: ({ _id }) => <code className="text-xs break-all">{_id}</code> },
    {
      key: 'actions',
      header: 'Actions',
      cell: (product) => (
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" isSmall onClick={() => void actions.remove(product)}>
            Delete
          </Button>
          <Button variant="outline" isSmall onClick={() => void actions.step(product, 1)}>
            +1
          </Button>
          <Button
            variant="outline"
            isSmall
            disabled={product.stock <= 0}
            onClick={() => void actions.step(product, -1)}
          >
            -1
          </Button>
          <Button
            variant="outline"
            isSmall
            data-edit-stock={product._id}
            onClick={() => onEdit({ ...editing, stockOf: product._id })}
          >
            Update Stock
          </Button>
          <Button
            variant="outline"
            isSmall
            data-edit-price={product._id}
            onClick={() => onEdit({ ...editing, priceOf: product._id })}
          >
            Edit Price
          </Button>
        </div>
      ),
    },
  ]
  return (
    <div ref={table} className="table-frame">
      <Table
        caption={`Products in ${category}`}
        isCaptionHidden
        columns={columns}
        rows={products}
        rowKey={({ _id }) => _id}
      />
    </div>
  )
}
