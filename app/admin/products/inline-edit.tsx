import { useEffect, useRef, useState, type SubmitEvent } from 'react'

import { focusAfterRender } from '#app/admin/shell/focus-after-render.ts'
import { PromisedStock } from '#app/admin/products/promised-stock.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { textIn } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'
import { showAlert } from '#app/ui/alert-dialog.tsx'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'
import type { ProductDetail } from '#contract/catalogue/catalogue.ts'

interface InlineEditProps {
  /** Names the form for those who listen. */
  label: string
  /** The button that opened the form, which gets the focus back. */
  opener: string
  onSave(form: FormData): Promise<boolean>
  onClose(): void
  children: React.ReactNode
}

/**
 * A small form inside a table's row. The focus goes into its first field, and back at the end; Enter saves, Escape
 * cancels.
 */
function InlineEdit({ label, opener, onSave, onClose, children }: InlineEditProps) {
  const { isBusy, run } = useTask()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function close() {
    onClose()
    focusAfterRender(opener)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = new FormData(event.currentTarget)
    void run(async () => {
      if (await onSave(body)) close()
    })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, from whichever control has the focus
    <form
      ref={form}
      aria-label={label}
      noValidate
      className="grid min-w-36 gap-2 text-start"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      {children}
      <div className="flex gap-2">
        <Button type="submit" isSmall isPending={isBusy}>
          Save
        </Button>
        <Button variant="outline" isSmall onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const amountOf = (value: FormDataEntryValue | null): number =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
const isAmount = (value: number) => Number.isFinite(value) && value >= 0

const editStockButton = ({ _id }: ProductDetail) => `[data-edit-stock="${_id}"]`
const editPriceButton = ({ _id }: ProductDetail) => `[data-edit-price="${_id}"]`

interface ProductEditProps {
  product: AdminProduct
  onClose(): void
}

export function StockEdit({
  product,
  onClose,
  setStock,
}: ProductEditProps & { setStock(stock: number): Promise<boolean> }) {
  const [typed, setTyped] = useState(String(product.stock))
  async function save(form: FormData): Promise<boolean> {
    const stock = amountOf(form.get('stock'))
    if (isAmount(stock)) return setStock(stock)
    await showAlert(ADMIN_WORDINGS.invalidStock)
    return false
  }
  return (
    <InlineEdit opener={editStockButton(product)} label={`Stock of ${product.name}`} onSave={save} onClose={onClose}>
      <input
        className="input"
        type="number"
        name="stock"
        step="1"
        defaultValue={product.stock}
        aria-label={`Stock of ${product.name}`}
        onChange={({ target }) => setTyped(target.value)}
      />
      <PromisedStock stock={product.stock} typed={typed} promised={product.promised?.['']} />
    </InlineEdit>
  )
}

interface SizesEditProps extends ProductEditProps {
  /** One number for each of the product's sizes, in their order. */
  setSizes(stocks: readonly number[]): Promise<boolean>
}

/** The stock of each size. With several sizes a single number would be ambiguous. */
export function SizesEdit({ product, onClose, setSizes }: SizesEditProps) {
  // A field that was not edited follows the product, so that saving never undoes somebody else's change.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  async function save(form: FormData): Promise<boolean> {
    const stocks = product.sizes.map((_size, index) => amountOf(form.get(`stock-${index}`)))
    if (stocks.every((stock) => isAmount(stock) && Number.isInteger(stock))) return setSizes(stocks)
    await showAlert(ADMIN_WORDINGS.invalidStock)
    return false
  }
  return (
    <InlineEdit
      opener={editStockButton(product)}
      label={`Stock of ${product.name}, each size`}
      onSave={save}
      onClose={onClose}
    >
      <p className="text-start text-sm text-muted">Pieces of each size</p>
      <div className="grid grid-cols-2 gap-2 text-start">
        {product.sizes.map(({ size, stock }, index) => (
          <label key={size} className="text-sm">
            <span>{size}</span>
            <input
              className="input"
              type="number"
              name={`stock-${index}`}
              step="1"
              value={typed[size] ?? stock}
              onChange={({ target }) => setTyped((known) => ({ ...known, [size]: target.value }))}
            />
            <PromisedStock stock={stock} typed={typed[size] ?? String(stock)} promised={product.promised?.[size]} />
          </label>
        ))}
      </div>
    </InlineEdit>
  )
}

interface PriceEditProps extends ProductEditProps {
  updatePrice(prices: { price: number; discountedPrice?: number | null | undefined }): Promise<boolean>
}

export function PriceEdit({ product, onClose, updatePrice }: PriceEditProps) {
  async function save(form: FormData): Promise<boolean> {
    const price = amountOf(form.get('price'))
    const hasDiscount = textIn(form, 'discountedPrice').trim() !== ''
    // Clearing the field removes the discount; a field that was empty before changes nothing.
    const nothing = product.discountedPrice === undefined ? undefined : null
    const discountedPrice = hasDiscount ? amountOf(form.get('discountedPrice')) : nothing
    if (isAmount(price) && (typeof discountedPrice !== 'number' || isAmount(discountedPrice))) {
      return updatePrice({ price, discountedPrice })
    }
    await showAlert(ADMIN_WORDINGS.invalidPrices)
    return false
  }
  return (
    <InlineEdit opener={editPriceButton(product)} label={`Price of ${product.name}`} onSave={save} onClose={onClose}>
      <label className="text-sm">
        Price
        <input className="input" type="number" name="price" step="0.01" defaultValue={product.price} />
      </label>
      <label className="text-sm">
        Discounted price
        <input
          className="input"
          type="number"
          name="discountedPrice"
          step="0.01"
          defaultValue={product.discountedPrice}
        />
      </label>
    </InlineEdit>
  )
}
