import { useEffect } from 'react'
import { useLocation } from 'react-router'

const MAX_ENTRIES = 60

const saved = new Map<string, unknown>()

const keyOf = (address: string, part: string) => `${address.split('#', 1)[0]}#${part}`

function save(key: string, answer: unknown): void {
  saved.delete(key)
  saved.set(key, answer)
  for (const oldest of saved.keys()) {
    if (saved.size <= MAX_ENTRIES) return
    saved.delete(oldest)
  }
}

/**
 * When the visitor goes back or forward, returns at once what the screen showed before, so that the scroll position can
 * be restored. In every other case it returns what `load` answers. `part` names one part of the screen's data.
 *
 * On back and forward the browser's address is already the requested one; on a link click it is still the previous one.
 */
export function restore<Answer>(request: Request, part: string, load: () => Promise<Answer>): Answer | Promise<Answer> {
  const key = keyOf(request.url, part)
  const isReturn = keyOf(window.location.href, part) === key
  if (isReturn && saved.has(key)) return saved.get(key) as Answer
  const loading = load()
  loading.then(
    (answer) => save(key, answer),
    () => undefined,
  )
  return loading
}

/**
 * Saves the data that came with the server-rendered page for `restore`, by part. `restore` itself saves what it loads.
 */
export function useRestorable(answers: Readonly<Record<string, unknown>>): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    for (const [part, answer] of Object.entries(answers)) {
      if (!(answer instanceof Promise)) save(keyOf(`${window.location.origin}${pathname}${search}`, part), answer)
    }
  })
}
