import { courierOf, type ShipmentDraft } from '#app/admin/orders/shipment-draft.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { COURIERS, COURIER_KEYS, MAX_COURIER_NAME, MAX_TRACKING_LINK } from '#contract/orders/couriers.ts'
import type { FieldErrors } from '#contract/api/errors.ts'

interface ShipmentFieldsProps {
  draft: ShipmentDraft
  onChange(draft: ShipmentDraft): void
  errors: FieldErrors
  /** Hides number and link, where each parcel has its own. */
  hasManyParcels?: boolean
}

/** The fields about a parcel: its courier and, once one is chosen, the number and link to follow it. */
export function ShipmentFields({ draft, onChange, errors, hasManyParcels }: ShipmentFieldsProps) {
  const { courier } = draft
  return (
    <div className="grid gap-4">
      <SelectField
        label="Courier"
        name="courier"
        hint={courier === '' ? 'Optional. It can be added later, too.' : undefined}
        value={courier}
        error={errors.courier}
        onChange={({ target }) => onChange({ ...draft, courier: courierOf(target.value) })}
      >
        <option value="">None yet</option>
        {COURIER_KEYS.map((key) => (
          <option key={key} value={key}>
            {COURIERS[key].name}
          </option>
        ))}
      </SelectField>
      {courier === 'other' && (
        <TextField
          label="Name of the courier"
          name="courierName"
          maxLength={MAX_COURIER_NAME}
          value={draft.courierName}
          error={errors.courierName}
          onChange={({ target }) => onChange({ ...draft, courierName: target.value })}
        />
      )}
      {courier !== '' && !hasManyParcels && (
        <>
          <TextField
            label="Tracking number"
            name="trackingNumber"
            autoComplete="off"
            spellCheck={false}
            value={draft.trackingNumber}
            error={errors.trackingNumber}
            onChange={({ target }) => onChange({ ...draft, trackingNumber: target.value })}
          />
          <TextField
            label="Link to follow it"
            name="trackingLink"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            hint={
              COURIERS[courier].trackingPage === null
                ? 'Optional.'
                : `Optional: without one the customer gets the page of ${COURIERS[courier].name}.`
            }
            maxLength={MAX_TRACKING_LINK}
            value={draft.trackingLink}
            error={errors.trackingLink}
            onChange={({ target }) => onChange({ ...draft, trackingLink: target.value })}
          />
        </>
      )}
    </div>
  )
}
