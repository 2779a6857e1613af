import { useState } from 'react'

type Change<Value> = Value | ((known: Value) => Value)

/**
 * State that begins anew with each other `source`, before anything is drawn of the old one. An effect would draw everything
 * twice.
 */
export function useDerivedState<Source, Value>(source: Source, begin: (source: Source) => Value) {
  const [held, setHeld] = useState(() => ({ source, value: begin(source) }))
  let { value } = held
  if (held.source !== source) {
    value = begin(source)
    setHeld({ source, value })
  }
  const setValue = (change: Change<Value>) =>
    setHeld((known) => ({
      ...known,
      value: typeof change === 'function' ? (change as (known: Value) => Value)(known.value) : change,
    }))
  return [value, setValue] as const
}
