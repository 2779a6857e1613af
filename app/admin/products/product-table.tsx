import { Boxes, IndianRupee, Pencil, Trash2 } from 'lucide-react'

import { PriceEdit, SizesEdit, StockEdit } from '#app/admin/products/inline-edit.tsx'
import { CoverCell, editAddress, NameCell, StockCell } from '#app/admin/products/product-cells.tsx'
import { focusAfterRender } from '#app/admin/shell/focus-after-render.ts'
import { RowAction } from '#app/admin/list/row-action.tsx'
import { ShortId } from '#app/admin/shell/short-id.tsx'
import { AllRowsCheckbox, RowCheckbox } from '#app/admin/list/row-checkbox.tsx'
import type { RowActions } from '#app/admin/products/use-products.ts'
import type { Selection } from '#app/admin/list/use-selection.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Table, type Cards, type Column, type Sort } from '#app/ui/table.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'
import { formatRupees } from '#contract/units/money.ts'

/** Which rows are being edited: at most one for its stock and one for its price on the whole page. */
export interface Editing {
  stockOf: string | undefined
  priceOf: string | undefined
}

/** A discounted price may be the price itself. */
const isReduced = ({ price, discountedPrice = price }: AdminProduct) => discountedPrice < price

const CARDS: Cards = {
  lines: [
    'select image name price',
    'select image name discounted',
    'stock stock stock id',
    'actions actions actions actions',
  ],
  columns: 'auto auto minmax(0, 1fr) auto',
}

interface ProductTableProps {
  caption: string
  products: readonly AdminProduct[]
  actions: RowActions
  selection: Selection
  editing: Editing
  onEdit(editing: Editing): void
  /** Resolves with whether the product is gone. */
  onRemove(product: AdminProduct): Promise<boolean>
  sort: Sort | undefined
  onSort(sort: Sort): void
}

/** The table of the products on sale and the drafts. */
export function ProductTable(props: ProductTableProps) {
  const { caption, products, sort, onSort } = props
  async function remove(product: AdminProduct) {
    const place = products.indexOf(product)
    const neighbour = products[place + 1] ?? products[place - 1]
    if ((await props.onRemove(product)) && neighbour) focusAfterRender(`[data-delete="${neighbour._id}"]`)
  }

  return (
    <div className="table-frame list-cards product-cards">
      <Table
        caption={caption}
        isCaptionHidden
        cards={CARDS}
        columns={columnsFor(props, remove)}
        rows={products}
        rowKey={({ _id }) => _id}
        rowProps={({ _id }) => ({ 'data-selected': props.selection.chosen.has(_id) ? '' : undefined })}
        sort={sort}
        onSort={onSort}
      />
    </div>
  )
}

type Remove = (product: AdminProduct) => Promise<void>

function columnsFor(props: ProductTableProps, remove: Remove): Column<AdminProduct>[] {
  const { caption, products, actions, selection, editing, onEdit } = props
  const ids = products.map(({ _id }) => _id)
  return [
    {
      key: 'select',
      header: 'Select',
      card: 'select',
      headerCell: <AllRowsCheckbox ids={ids} label={`Select all: ${caption}`} selection={selection} />,
      cell: ({ _id, name }) => <RowCheckbox id={_id} name={name} selection={selection} />,
    },
    { key: 'image', header: 'Image', card: 'image', cell: (product) => <CoverCell product={product} /> },
    {
      key: 'name',
      header: 'Name',
      card: 'name',
      isRowHeader: true,
      isSortable: true,
      cell: (product) => <NameCell product={product} />,
    },
    {
      key: 'price',
      header: 'Price',
      card: { area: 'price', look: 'bottom' },
      align: 'end',
      isSortable: true,
      cell: (product) =>
        editing.priceOf === product._id ? (
          <PriceEdit
            product={product}
            onClose={() => onEdit({ ...editing, priceOf: undefined })}
            updatePrice={(prices) => actions.updatePrice(product, prices)}
          />
        ) : (
          <span className={isReduced(product) ? 'max-sm:text-muted max-sm:line-through' : undefined}>
            {formatRupees(product.price)}
          </span>
        ),
    },
    {
      key: 'discounted',
      header: 'Discounted Price',
      card: { area: 'discounted', look: 'top' },
      align: 'end',
      cell: (product) => (
        <>
          <span className={isReduced(product) ? undefined : 'max-sm:hidden'}>
            {product.discountedPrice === undefined ? '–' : formatRupees(product.discountedPrice)}
          </span>
          {product.sale && (
            <span className="block text-sm text-muted" title={product.sale.title}>
              {`Sale ${formatRupees(product.sale.price)}`}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'stock',
      header: 'Stock',
      card: { area: 'stock', label: 'Stock', look: 'start' },
      align: 'end',
      isSortable: true,
      cell: (product) => <StockOrEdit product={product} props={props} />,
    },
    {
      key: 'description',
      header: 'Description',
      card: 'hidden',
      isWideOnly: true,
      cell: ({ description }) => <span className="line-clamp-2 max-w-32 text-xs text-muted">{description}</span>,
    },
    {
      key: 'id',
      header: 'Product ID',
      card: { area: 'id', look: 'end' },
      isWideOnly: true,
      cell: (product) => <ShortId id={product._id} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      card: { area: 'actions', look: 'stretch' },
      cell: (product) => <RowButtons product={product} props={props} remove={remove} />,
    },
  ]
}

const hasSeveralSizes = ({ sizes }: AdminProduct) => sizes.length > 1

interface RowProps {
  product: AdminProduct
  props: ProductTableProps
}

function StockOrEdit({ product, props: { actions, editing, onEdit } }: RowProps) {
  if (editing.stockOf !== product._id) return <StockCell product={product} />
  const onClose = () => onEdit({ ...editing, stockOf: undefined })
  if (hasSeveralSizes(product)) {
    const setSizes = (stocks: readonly number[]) => actions.setSizes(product, stocks)
    return <SizesEdit product={product} onClose={onClose} setSizes={setSizes} />
  }
  return <StockEdit product={product} onClose={onClose} setStock={(stock) => actions.setStock(product, stock)} />
}

function RowButtons({ product, props: { actions, editing, onEdit }, remove }: RowProps & { remove: Remove }) {
  const { _id, name, stock, isDraft, deletedAt } = product
  const editStock = () => onEdit({ ...editing, stockOf: _id })
  // With several sizes the administrator must say which one changes.
  const step = (by: 1 | -1) => (hasSeveralSizes(product) ? editStock() : void actions.step(product, by))
  // Somebody else deleted it while the list was open.
  if (deletedAt !== undefined) return <span className="text-muted">Deleted</span>
  return (
    <div className="row-actions">
      {isDraft && (
        <Button isSmall data-sell onClick={() => void actions.putOnSale(product)}>
          Put on sale<VisuallyHidden>{` ${name}`}</VisuallyHidden>
        </Button>
      )}
      <Button variant="outline" isSmall onClick={() => step(1)}>
        +1
      </Button>
      <Button variant="outline" isSmall disabled={stock <= 0} onClick={() => step(-1)}>
        -1
      </Button>
      <RowAction words="Update Stock" icon={Boxes} data-edit-stock={_id} onClick={editStock} />
      <RowAction
        words="Edit Price"
        icon={IndianRupee}
        data-edit-price={_id}
        onClick={() => onEdit({ ...editing, priceOf: _id })}
      />
      <ButtonLink variant="quiet" isSmall isIcon to={editAddress(_id)} title={`Edit ${name}`}>
        <Pencil size={18} aria-hidden="true" />
        <VisuallyHidden>{`Edit ${name}`}</VisuallyHidden>
      </ButtonLink>
      <RowAction words="Delete" icon={Trash2} data-delete={_id} onClick={() => void remove(product)} />
    </div>
  )
}
