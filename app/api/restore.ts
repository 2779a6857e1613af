import { useEffect } from 'react'
import { useLocation } from 'react-router'

const MOST_KEPT = 60

const kept = new Map<string, unknown>()

const keyOf = (address: string, part: string) => `${address.split('#', 1)[0]}#${part}`

function keep(key: string, answer: unknown): void {
  kept.delete(key)
  kept.set(key, answer)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) return
    kept.delete(oldest)
  }
}

/**
 * What a screen of this address showed, at once, while the visitor goes back or forward, so that the place on the page is
 * found again; in every other case what `load` answers. `part` tells apart the pieces of one screen.
 *
 * While the visitor goes back, the browser's address is already the one that is asked for; a link's is still the one before.
 */
export function restore<Answer>(request: Request, part: string, load: () => Promise<Answer>): Answer | Promise<Answer> {
  const key = keyOf(request.url, part)
  const isReturn = keyOf(window.location.href, part) === key
  if (isReturn && kept.has(key)) return kept.get(key) as Answer
  const loading = load()
  loading.then(
    (answer) => keep(key, answer),
    () => undefined,
  )
  return loading
}

/** Keeps what came with the first page for `recall`, by part. Promises are kept by `recall` itself. */
export function useRestorable(answers: Readonly<Record<string, unknown>>): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    for (const [part, answer] of Object.entries(answers)) {
      if (!(answer instanceof Promise)) keep(keyOf(`${window.location.origin}${pathname}${search}`, part), answer)
    }
  })
}
