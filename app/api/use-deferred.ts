import { useEffect, useState } from 'react'

interface Settled<Value> {
  source: unknown
  value?: Value
  error?: unknown
}

/**
 * A value that may still be loading: `value` is undefined until it has loaded, `latest` is the previous value until
 * then. A rejected promise throws during rendering, so that the page's error boundary shows.
 */
export function useDeferred<Value>(source: Value | Promise<Value>): {
  value: Value | undefined
  latest: Value | undefined
} {
  const [settled, setSettled] = useState<Settled<Value>>()
  useEffect(() => {
    if (!(source instanceof Promise)) return setSettled({ source, value: source })
    let isStale = false
    source.then(
      (value) => {
        if (!isStale) setSettled({ source, value })
      },
      (error: unknown) => {
        if (!isStale) setSettled({ source, error })
      },
    )
    return () => {
      isStale = true
    }
  }, [source])
  if (!(source instanceof Promise)) return { value: source, latest: source }
  if (settled?.source !== source) return { value: undefined, latest: settled?.value }
  if ('error' in settled) throw settled.error
  return { value: settled.value, latest: settled.value }
}
