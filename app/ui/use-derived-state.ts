import { useState } from 'react'

type Change<Value> = Value | ((known: Value) => Value)

/**
 * State that resets whenever `source` changes. It resets during rendering, because an effect would first render the old
 * state.
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
