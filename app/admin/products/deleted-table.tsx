import { focusAfterRender } from '#app/admin/shell/focus-after-render.ts'
import { CoverCell, NameCell, StockCell } from '#app/admin/products/product-cells.tsx'
import { ShortId } from '#app/admin/shell/short-id.tsx'
import { AllRowsCheckbox, RowCheckbox } from '#app/admin/list/row-checkbox.tsx'
import type { Selection } from '#app/admin/list/use-selection.ts'
import { Button } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Table, type Column, type Sort } from '#app/ui/table.tsx'
import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'
import { formatRupees } from '#contract/money.ts'

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
    if (neighbour) focusAfterRender(`[data-restore="${neighbour._id}"]`)
  }
  const ids = products.map(({ _id }) => _id)
  const columns: Column<AdminProduct>[] = [
    {
      key: 'select',
      header: 'Select',
      headerCell: <AllRowsCheckbox ids={ids} label="Select all: Deleted products" selection={selection} />,
      cell: ({ _id, name }) => <RowCheckbox id={_id} name={name} selection={selection} />,
    },
    { key: 'image', header: 'Image', cell: (product) => <CoverCell product={product} /> },
    {
      key: 'name',
      header: 'Name',
      isRowHeader: true,
      isSortable: true,
      cell: (product) => <NameCell product={product} />,
    },
    { key: 'category', header: 'Category', cell: ({ category }) => category.name },
    { key: 'price', header: 'Price', align: 'end', isSortable: true, cell: ({ price }) => formatRupees(price) },
    {
      key: 'stock',
      header: 'Stock',
      align: 'end',
      isSortable: true,
      cell: (product) => <StockCell product={product} />,
    },
    { key: 'deleted', header: 'Deleted', cell: ({ deletedAt }) => (deletedAt ? formatDateTime(deletedAt) : '–') },
    { key: 'id', header: 'Product ID', cell: (product) => <ShortId id={product._id} /> },
    {
      key: 'actions',
      header: 'Actions',
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
