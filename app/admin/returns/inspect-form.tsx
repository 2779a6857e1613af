import { CallForm } from '#app/admin/list/call-form.tsx'
import { pieceField } from '#app/admin/returns/return-calls.ts'
import { OUTCOMES } from '#app/admin/returns/return-words.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField } from '#app/ui/field.tsx'
import type { StaffReturn } from '#contract/returns/returns.ts'
import { counted } from '#contract/words/counted.ts'

type Line = StaffReturn['lines'][number]

const nameOf = ({ product, size }: Line) => `${product.name}${size === undefined ? '' : ` · ${size}`}`

/** The fields of a line: one for each piece. Nothing is chosen before, so that no piece goes on sale unseen. */
function PieceFields({ line }: { line: Line }) {
  const { _id, quantity } = line
  return Array.from({ length: quantity }, (_, place) => (
    <div key={place}>
      <input type="hidden" name="id" value={pieceField(_id, place + 1)} />
      <SelectField
        label={quantity === 1 ? nameOf(line) : `${nameOf(line)}, piece ${place + 1} of ${quantity}`}
        name={pieceField(_id, place + 1)}
        defaultValue=""
        required
      >
        <option value="" disabled>
          How is it?
        </option>
        {OUTCOMES.map(({ label }, outcome) => (
          <option key={label} value={outcome}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  ))
}

/** Says how each piece was found and where it goes. */
export function InspectForm({ _id, lines }: StaffReturn) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <CallForm act="inspected" id={_id} className="grid gap-4" aria-label="Inspect the pieces">
      {({ failure, isBusy }) => (
        <>
          <ErrorSummary failure={failure} />
          {lines.map((line) => (
            <PieceFields key={line._id} line={line} />
          ))}
          <Button type="submit" isPending={isBusy} className="justify-self-start">
            {`Save ${counted(pieces, 'piece')}`}
          </Button>
        </>
      )}
    </CallForm>
  )
}
