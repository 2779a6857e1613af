import { useEffect, useState } from 'react'

interface Arrival<Value> {
  source: unknown
  value?: Value
  error?: unknown
}

/**
 * A value that may still be on its way: `value` once it is there, and `latest`, the one before it until then. A promise that
 * fails throws while drawing, so that the page's error screen stands.
 */
export function useDeferred<Value>(source: Value | Promise<Value>): {
  value: Value | undefined
  latest: Value | undefined
} {
  const [arrival, setArrival] = useState<Arrival<Value>>()
  useEffect(() => {
    if (!(source instanceof Promise)) return setArrival({ source, value: source })
    let isStale = false
    source.then(
      (value) => {
        if (!isStale) setArrival({ source, value })
      },
      (error: unknown) => {
        if (!isStale) setArrival({ source, error })
      },
    )
    return () => {
      isStale = true
    }
  }, [source])
  if (!(source instanceof Promise)) return { value: source, latest: source }
  if (arrival?.source !== source) return { value: undefined, latest: arrival?.value }
  if ('error' in arrival) throw arrival.error
  return { value: arrival.value, latest: arrival.value }
}
