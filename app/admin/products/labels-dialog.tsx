import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { LABEL_FORMAT_NAMES, MAX_USED_LABELS, labelFormat } from '#contract/catalogue/labels/label-formats.ts'

const COPIES = [
  ['1', 'One of each size'],
  ['stock', 'One for each piece in stock'],
  ...['2', '3', '5', '10', '20', '50', '100'].map((count) => [count, `${count} of each size`]),
] as const

interface LabelsDialogProps {
  /** Of products. */
  ids: readonly string[]
  isOpen: boolean
  onClose(): void
}

/** Asks what the labels of products are printed on, and opens them as a PDF. */
export function LabelsDialog({ ids, isOpen, onClose }: LabelsDialogProps) {
  return (
    <Dialog title="Print labels" isOpen={isOpen} onClose={onClose}>
      <form method="get" action="/api/admin/products/labels" target="_blank" className="grid gap-5">
        <input type="hidden" name="ids" value={ids.join(',')} />
        <SelectField label="Printed on" name="sheet" defaultValue="a4-65">
          {LABEL_FORMAT_NAMES.map((name) => (
            <option key={name} value={name}>
              {labelFormat(name).label}
            </option>
          ))}
        </SelectField>
        <SelectField label="How many" name="copies">
          {COPIES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Used labels of the first sheet"
          name="used"
          type="number"
          min="0"
          max={MAX_USED_LABELS}
          step="1"
          required
          defaultValue="0"
        />
        <p className="field-hint">Print at 100 %, without fitting to the page.</p>
        <Button type="submit">Open the PDF</Button>
      </form>
    </Dialog>
  )
}
