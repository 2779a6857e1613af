import type { ReactNode } from 'react'

interface Choice {
  value: string
  label: ReactNode
  /** Why the choice is struck through; it can still be chosen. */
  struckBecause?: string | undefined
}

interface ChoiceTilesProps {
  /** Names the group. */
  legend: ReactNode
  isLegendHidden?: boolean | undefined
  name: string
  choices: readonly Choice[]
  value: string | undefined
  isRequired?: boolean | undefined
  onChange: (value: string) => void
}

/** Radio buttons that look like tiles. */
export function ChoiceTiles({ legend, isLegendHidden, name, choices, value, isRequired, onChange }: ChoiceTilesProps) {
  return (
    <fieldset>
      <legend className={isLegendHidden ? 'visually-hidden' : 'field-label mb-2'}>{legend}</legend>
      <div className="tiles">
        {choices.map((choice) => (
          <label key={choice.value} className="tile" data-struck={choice.struckBecause === undefined ? undefined : ''}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              required={isRequired}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
            {choice.struckBecause !== undefined && (
              <span className="visually-hidden">{` ${choice.struckBecause}`}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
