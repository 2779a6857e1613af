import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { handDraftOf, handParcelIn } from '#app/admin/orders/hand-parcel-draft.ts'
import { HandParcelFields } from '#app/admin/orders/hand-parcel-fields.tsx'
import { inputOf, type ShipmentDraft } from '#app/admin/orders/shipment-draft.ts'
import { ShipmentFields } from '#app/admin/orders/shipment-fields.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { FieldErrors } from '#contract/api/errors.ts'
import type { HandParcel, HandParcelInput } from '#contract/orders/hand-parcels.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'
import { fieldErrorsOf, messageOf } from '#contract/words/error-message.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

interface ShipmentFormProps {
  draft: ShipmentDraft
  onDraft(draft: ShipmentDraft): void
  /** The names of fields in their order: the first one that is there has the focus at first. */
  focusOn: readonly (keyof ShipmentDraft)[]
  /**
   * What is known of a parcel that no courier service was asked about; false where there is nothing to be said of it.
   */
  byHand?: HandParcel | false | undefined
  onSend(shipment: ShipmentInput | undefined, byHand: HandParcelInput | undefined): Promise<void>
  /** What stands above the fields. */
  children?: ReactNode
  buttons(isBusy: boolean): ReactNode
}

/** The faults of a call's `shipment`, by the field's own name. */
const faultsOf = (error: unknown): FieldErrors =>
  Object.fromEntries(
    Object.entries(fieldErrorsOf(error)).map(([name, sentence]) => [
      name.replace(/^(shipment|byHand(\.sides)?)\./, ''),
      sentence,
    ]),
  )

/** Who carries one parcel and by which number. What is refused is said beside its field. */
export function ShipmentForm({ draft, onDraft, focusOn, byHand, onSend, children, buttons }: ShipmentFormProps) {
  const known = byHand === false ? undefined : byHand
  const [handDraft, setHandDraft] = useState(() => handDraftOf(known))
  const [error, setError] = useState<unknown>()
  const { isBusy, run } = useTask()
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const fields = focusOn.map((name) => form.current?.querySelector<HTMLElement>(`[name=${name}]`))
    fields.find(Boolean)?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it appears
  }, [])
  async function send() {
    setError(undefined)
    try {
      await onSend(inputOf(draft), handParcelIn(handDraft, known))
    } catch (refusal) {
      setError(refusal)
    }
  }
  return (
    <form
      ref={form}
      className="grid content-start gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run(send)
      }}
    >
      {children}
      {error !== undefined && (
        <p className="error-summary" role="alert">
          {messageOf(error, WORDINGS.fallback)}
        </p>
      )}
      <ShipmentFields draft={draft} onChange={onDraft} errors={faultsOf(error)} />
      {byHand !== false && <HandParcelFields draft={handDraft} onChange={setHandDraft} errors={faultsOf(error)} />}
      {buttons(isBusy)}
    </form>
  )
}
