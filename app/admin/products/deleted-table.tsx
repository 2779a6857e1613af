import { focusAfterAnswer } from '#app/admin/shell/focus-after-render.ts'
import { CoverCell, NameCell, StockCell } from '#app/admin/products/product-cells.tsx'
import { ShortId } from '#app/admin/shell/short-id.tsx'
import { AllRowsCheckbox, RowCheckbox } from '#app/admin/list/row-checkbox.tsx'
import type { Selection } from '#app/admin/list/use-selection.ts'
import { Button } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Table, type Cards, type Column, type Sort } from '#app/ui/table.tsx'
import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'
import { formatRupees } from '#contract/units/money.ts'

const CARDS: Cards = {
  lines: [
    'select image name price',
    'select image name discounted',
    'stock stock stock id',
    'deleted deleted deleted actions',
  ],
  columns: 'auto auto minmax(0, 1fr) auto',
}

interface DeletedTableProps {
  products: readonly AdminProduct[]
  selection: Selection
  sort: Sort | undefined
  onSort(sort: Sort): void
  onRestore(product: AdminProduct): Promise<void>
}

/** The table of the deleted products, each with a button that restores it. */
export function DeletedTable({ products, selection, sort, onSort, onRestore }: DeletedTableProps) {
  async function restore(product: AdminProduct) {
    const place = products.indexOf(product)
    const neighbour = products[place + 1] ?? products[place - 1]
    await onRestore(product)
    if (neighbour) focusAfterAnswer(`[data-restore="${neighbour._id}"]`)
  }
  const ids = products.map(({ _id }) => _id)
  const columns: Column<AdminProduct>[] = [
    {
      key: 'select',
      header: 'Select',
      card: 'select',
      headerCell: <AllRowsCheckbox ids={ids} label="Select all: Deleted products" selection={selection} />,
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
      key: 'category',
      header: 'Category',
      card: { area: 'discounted', look: 'top' },
      cell: ({ category }) => category.name,
    },
    {
      key: 'price',
      header: 'Price',
      card: { area: 'price', look: 'bottom' },
      align: 'end',
      isSortable: true,
      cell: ({ price }) => formatRupees(price),
    },
    {
      key: 'stock',
      header: 'Stock',
      card: { area: 'stock', label: 'Stock', look: 'start' },
      align: 'end',
      isSortable: true,
      cell: (product) => <StockCell product={product} />,
    },
    {
      key: 'deleted',
      header: 'Deleted',
      card: { area: 'deleted', look: 'quiet' },
      cell: ({ deletedAt }) => (deletedAt ? formatDateTime(deletedAt) : '–'),
    },
    {
      key: 'id',
      header: 'Product ID',
      card: { area: 'id', look: 'end' },
      cell: (product) => <ShortId id={product._id} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      card: 'actions',
      cell: (product) =>
        product.deletedAt === undefined ? (
          <span className="text-muted">On sale</span>
        ) : (
          <Button variant="outline" isSmall data-restore={product._id} onClick={() => void restore(product)}>
            Restore
          </Button>
        ),
    },
  ]
  return (
    <div className="table-frame list-cards product-cards">
      <Table
        caption="Deleted products"
        isCaptionHidden
        cards={CARDS}
        columns={columns}
        rows={products}
        rowKey={({ _id }) => _id}
        rowProps={({ _id }) => ({ 'data-selected': selection.chosen.has(_id) ? '' : undefined })}
        sort={sort}
        onSort={onSort}
      />
    </div>
  )
}
