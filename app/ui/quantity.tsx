import { Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

interface QuantityProps {
  value: number
  min?: number | undefined
  max: number
  /** Called with a whole number from `min` to `max` that differs from `value`. */
  onChange: (quantity: number) => void
  /** Called when more than `max` was typed, after `onChange` if the value differs. */
  onTooMany?: (() => void) | undefined
  labels: { decrease: string; increase: string; quantity: string }
  isDisabled?: boolean | undefined
}

const COMMIT_AFTER_MS = 500

/** Parses a typed quantity and clamps it between the bounds. Text that is not a number counts as the minimum. */
export function quantityFrom(text: string, min: number, max: number): number {
  const number = Math.trunc(Number(text.trim() || Number.NaN))
  if (Number.isNaN(number)) return min
  return Math.max(min, Math.min(number, max))
}

/**
 * A number field with minus and plus buttons. A typed number is committed after a short pause, on Enter and on blur.
 */
export function Quantity({ value, min = 1, max, onChange, onTooMany, labels, isDisabled }: QuantityProps) {
  const [typed, setTyped] = useState<string>()
  const committing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(committing.current), [])

  function commit(text: string | undefined) {
    clearTimeout(committing.current)
    setTyped(undefined)
    if (text === undefined) return
    const quantity = quantityFrom(text, min, max)
    if (quantity !== value) onChange(quantity)
    if (Number(text) > max) onTooMany?.()
  }

  return (
    <span className="quantity">
      <button
        type="button"
        aria-label={labels.decrease}
        disabled={isDisabled || value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Minus size={16} aria-hidden="true" />
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={labels.quantity}
        min={min}
        max={max}
        value={typed ?? value}
        disabled={isDisabled}
        onChange={({ target }) => {
          setTyped(target.value)
          clearTimeout(committing.current)
          // An empty field means that a number is being typed, not a quantity of one.
          if (target.value !== '') committing.current = setTimeout(() => commit(target.value), COMMIT_AFTER_MS)
        }}
        onBlur={() => commit(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') commit(undefined)
          if (event.key !== 'Enter') return
          event.preventDefault()
          commit(typed)
        }}
      />
      <button
        type="button"
        aria-label={labels.increase}
        disabled={isDisabled || value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus size={16} aria-hidden="true" />
      </button>
    </span>
  )
}
