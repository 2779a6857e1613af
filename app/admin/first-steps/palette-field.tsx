import { coloursOf, PALETTE_NAMES, PALETTES, type PaletteName } from '#contract/settings/palettes.ts'

const SWATCHES = ['paper', 'card', 'ink', 'link', 'marigold']

/** The four palettes as radio buttons that show their colours. */
export function PaletteField({ value, onChange }: { value: PaletteName; onChange(name: PaletteName): void }) {
  return (
    <fieldset>
      <legend className="field-label mb-2">Colours</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {PALETTE_NAMES.map((name) => (
          <label
            key={name}
            className="flex cursor-pointer gap-3 rounded-control border border-edge p-3 has-checked:border-ink"
          >
            <input
              type="radio"
              name="palette"
              value={name}
              checked={name === value}
              aria-label={`${name}. ${PALETTES[name].hint}`}
              className="mt-1"
              onChange={() => onChange(name)}
            />
            <span className="min-w-0">
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm text-muted">{PALETTES[name].hint}</span>
              <span className="mt-2 flex gap-1" aria-hidden="true" style={coloursOf(name)}>
                {SWATCHES.map((colour) => (
                  <span
                    key={colour}
                    className="size-6 rounded-full border border-line"
                    style={{ backgroundColor: `var(--color-${colour})` }}
                  />
                ))}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
