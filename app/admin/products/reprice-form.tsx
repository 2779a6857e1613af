import { useState, type SubmitEvent } from 'react'

import { messageOf } from '#contract/words/error-message.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { BulkAnswer, BulkResult, Prices, Repricing } from '#contract/catalogue/admin-catalogue.ts'
import { formatRupees } from '#contract/units/money.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { counted } from '#contract/words/counted.ts'

const orNone = (rupees: number | null) => (rupees === null ? '–' : formatRupees(rupees))

/** A price before and after; one that stays is shown once. */
function Change({ result: { before, after }, of }: { result: BulkResult; of: keyof Prices }) {
  if (!before) return <span>–</span>
  if (!after || before[of] === after[of]) return <span>{orNone(before[of])}</span>
  return (
    <>
      <s className="text-muted">{orNone(before[of])}</s>
      <span> → </span>
      <strong>{orNone(after[of])}</strong>
    </>
  )
}

const COLUMNS: Column<BulkResult>[] = [
  {
    key: 'name',
    header: 'Product',
    isRowHeader: true,
    cell: ({ _id, name, reason, warning }) => (
      <>
        <span>{name || _id}</span>
        {reason !== undefined && <span className="block text-sm font-normal text-status-cancelled">{reason}</span>}
        {warning !== undefined && <span className="block text-sm font-normal">{warning}</span>}
      </>
    ),
  },
  { key: 'price', header: 'Price', align: 'end', cell: (result) => <Change result={result} of="price" /> },
  {
    key: 'discounted',
    header: 'Discounted price',
    align: 'end',
    cell: (result) => <Change result={result} of="discountedPrice" />,
  },
]

const HINTS: Record<Repricing['action'], string> = {
  discount: 'The discounted price becomes so much less than the price, which itself stays.',
  price: '−10 lowers prices by a tenth, 10 raises them; discounted prices change alike.',
}
const ROUNDING = 'Rounded to the nearest whole rupee, half a rupee up.'

interface RepriceFormProps {
  ids: readonly string[]
  isBusy: boolean
  error: string | undefined
  onApply(change: Omit<Repricing, 'ids'>): void
}

/** Sets a discount or changes the price of many products. The server's preview is shown before the change is made. */
export function RepriceForm({ ids, isBusy, error, onApply }: RepriceFormProps) {
  const { isBusy: isLooking, run } = useTask()
  const [action, setAction] = useState<Repricing['action']>('discount')
  const [preview, setPreview] = useState<{ change: Repricing; answer: BulkAnswer }>()
  const [previewError, setPreviewError] = useState<string>()

  async function look(percent: number) {
    const change = { action, ids: [...ids], percent }
    setPreviewError(undefined)
    try {
      setPreview({ change, answer: await browserApi.previewPrices(change) })
    } catch (failure) {
      setPreviewError(messageOf(failure, WORDINGS.fallback))
    }
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('percent')
    if (field instanceof HTMLInputElement) void run(() => look(field.valueAsNumber))
  }
  const choice = (value: Repricing['action']) => ({
    type: 'radio',
    name: 'action',
    value,
    checked: action === value,
    onChange: () => {
      setAction(value)
      setPreview(undefined)
    },
  })

  return (
    <form onSubmit={submit} className="grid gap-5">
      <fieldset disabled={isBusy} className="grid gap-5">
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="field-label mb-1">What to do</legend>
          <CheckField label="Set a discount" {...choice('discount')} />
          <CheckField label="Change the price itself" {...choice('price')} />
        </fieldset>
        <TextField
          key={action}
          label={action === 'discount' ? 'Discount in per cent' : 'Change in per cent'}
          name="percent"
          type="number"
          min={action === 'discount' ? 0.01 : -90}
          max={action === 'discount' ? 90 : 400}
          step="0.01"
          required
          suffix="%"
          defaultValue={action === 'discount' ? 10 : undefined}
          hint={`${HINTS[action]} ${ROUNDING}`}
          error={error ?? previewError}
          onChange={() => setPreview(undefined)}
        />
        {!preview && (
          <Button type="submit" isPending={isLooking}>
            Preview
          </Button>
        )}
      </fieldset>
      {preview && <Preview {...preview} isBusy={isBusy} onApply={onApply} />}
    </form>
  )
}

interface PreviewProps {
  change: Repricing
  answer: BulkAnswer
  isBusy: boolean
  onApply: RepriceFormProps['onApply']
}

function Preview({ change: { action, percent }, answer: { message, results }, isBusy, onApply }: PreviewProps) {
  const done = results.filter(({ isDone }) => isDone)
  const was = results.flatMap(({ _id, before }) => (before ? [{ _id, ...before }] : []))
  const verb = action === 'discount' ? 'Discount' : 'Change price of'
  return (
    <>
      <p role="status" className="font-semibold">
        {message}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
      <section className="max-h-72 overflow-y-auto" aria-label="Prices before and after" tabIndex={0}>
        <Table
          caption="Prices before and after"
          isCaptionHidden
          columns={COLUMNS}
          rows={results}
          rowKey={({ _id }) => _id}
        />
      </section>
      {done.length > 0 && (
        <Button isPending={isBusy} onClick={() => onApply({ action, percent, was })}>
          {`${verb} ${counted(done.length, 'product')}`}
        </Button>
      )}
    </>
  )
}
