import { AREA_LABELS } from '#app/admin/keys/area-labels.ts'
import { CheckField, FieldError } from '#app/ui/field.tsx'
import { KEY_AREAS } from '#contract/accounts/key-scopes.ts'

/** What a key may do: a box to read and one to write for each area. */
export function AreaBoxes({ error }: { error: string | undefined }) {
  return (
    <fieldset aria-describedby={error === undefined ? 'areas-hint' : 'areas-hint areas-error'}>
      <legend className="field-label mb-1">What it may do</legend>
      <p id="areas-hint" className="field-hint mb-2">
        As little as the program needs. Writing does not include reading.
      </p>
      {error !== undefined && (
        <div className="mb-2">
          <FieldError id="areas-error">{error}</FieldError>
        </div>
      )}
      <ul className="grid gap-x-8 lg:grid-cols-2 [&_input]:size-6">
        {KEY_AREAS.map((area) => (
          <li key={area} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
            <span className="min-w-0 flex-1">{AREA_LABELS[area]}</span>
            <span className="flex gap-x-4">
              {(['read', 'write'] as const).map((access) => (
                <CheckField
                  key={access}
                  name="areas"
                  value={`${area}:${access}`}
                  aria-label={`${AREA_LABELS[area]}: ${access}`}
                  label={access === 'read' ? 'Read' : 'Write'}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
