import { useState } from 'react'

import { FactsForm, MoveForm, StockForm, type BulkInput } from '#app/admin/products/bulk-forms.tsx'
import { RepriceForm } from '#app/admin/products/reprice-form.tsx'
import { fieldErrorsOf, messageOf } from '#contract/words/error-message.ts'
import { LabelsDialog } from '#app/admin/products/labels-dialog.tsx'
import { useIdempotencyKeys } from '#app/api/use-idempotency-keys.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { toastError } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { AdminProduct, BulkAnswer, BulkChange } from '#contract/catalogue/admin-catalogue.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'
import type { FieldErrors } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { counted } from '#contract/words/counted.ts'

interface BulkBarProps {
  products: readonly AdminProduct[]
  categories: readonly Category[]
  isDeleted: boolean
  onDone(change: BulkChange, answer: BulkAnswer): void
  /** Selects every row of the page, where some are not. A phone shows no heads with a box for it. */
  onAll: (() => void) | undefined
  onClear(): void
}

type Form = 'move' | 'price' | 'stock' | 'facts'
const TITLES: Record<Form, string> = {
  move: 'Move to category',
  price: 'Change price',
  stock: 'Change stock',
  facts: 'Change label facts',
}

function sizesOf(products: readonly AdminProduct[]): string[] {
  return [...new Set(products.flatMap(({ sizes }) => sizes.map(({ size }) => size)))]
}

/** The bulk actions for the selected rows. Each says how many products it changes before it runs. */
export function BulkBar({ products, categories, isDeleted, onDone, onAll, onClear }: BulkBarProps) {
  const { isBusy, run } = useTask()
  const [form, setForm] = useState<Form>()
  const [isPrinting, setIsPrinting] = useState(false)
  const [error, setError] = useState<string>()
  const [fields, setFields] = useState<FieldErrors>({})
  const keys = useIdempotencyKeys()
  const count = counted(products.length, 'product')
  const ids = products.map(({ _id }) => _id)

  async function send(input: BulkInput) {
    const change: BulkChange = { ...input, ids }
    setError(undefined)
    setFields({})
    try {
      const answer = await browserApi.changeProducts(change, keys.keyOf(JSON.stringify(change)))
      keys.forget()
      setForm(undefined)
      onDone(change, answer)
    } catch (failure) {
      setFields(fieldErrorsOf(failure))
      const sentence = messageOf(failure, WORDINGS.fallback)
      setError(sentence)
      toastError(sentence)
    }
  }
  async function remove() {
    if (await showConfirm({ question: `Delete ${count}?`, confirmLabel: 'Delete' })) await send({ action: 'delete' })
  }
  const open = (which: Form) => () => {
    setError(undefined)
    setFields({})
    setForm(which)
  }
  const formProps = { products: count, isBusy, error, onInput: (input: BulkInput) => void run(() => send(input)) }

  return (
    <section className="bulk-bar" aria-label="Selected products">
      <p role="status" className="me-auto font-semibold">
        {`${count} selected`}
      </p>
      {isDeleted ? (
        <Button isSmall isPending={isBusy} onClick={() => void run(() => send({ action: 'restore' }))}>
          Restore selected
        </Button>
      ) : (
        <>
          {products.some(({ isDraft }) => isDraft) && (
            <Button isSmall isPending={isBusy} onClick={() => void run(() => send({ action: 'put on sale' }))}>
              Put on sale
            </Button>
          )}
          {products.some(({ isDraft }) => !isDraft) && (
            <Button
              variant="outline"
              isSmall
              isPending={isBusy}
              onClick={() => void run(() => send({ action: 'make drafts' }))}
            >
              Make drafts
            </Button>
          )}
          <Button variant="outline" isSmall onClick={open('move')}>
            Move to category
          </Button>
          <Button variant="outline" isSmall onClick={open('price')}>
            Change price
          </Button>
          <Button variant="outline" isSmall onClick={open('stock')}>
            Change stock
          </Button>
          <Button variant="outline" isSmall onClick={open('facts')}>
            Change label facts
          </Button>
          <Button variant="outline" isSmall onClick={() => setIsPrinting(true)}>
            Labels
          </Button>
          <Button variant="danger" isSmall isPending={isBusy} onClick={() => void run(remove)}>
            Delete selected
          </Button>
        </>
      )}
      {onAll && (
        <Button variant="quiet" isSmall onClick={onAll}>
          Select all on this page
        </Button>
      )}
      <Button variant="quiet" isSmall onClick={onClear}>
        Clear selection
      </Button>
      <LabelsDialog ids={ids} isOpen={isPrinting} onClose={() => setIsPrinting(false)} />
      <Dialog
        title={form ? TITLES[form] : ''}
        isOpen={form !== undefined}
        onClose={() => setForm(undefined)}
        width={form === 'price' ? '44rem' : undefined}
      >
        {form === 'move' && <MoveForm {...formProps} categories={categories} />}
        {form === 'price' && <RepriceForm ids={ids} isBusy={isBusy} error={error} onApply={formProps.onInput} />}
        {form === 'facts' && <FactsForm {...formProps} fields={fields} />}
        {form === 'stock' && <StockForm {...formProps} sizes={sizesOf(products)} chosen={products} />}
      </Dialog>
    </section>
  )
}
