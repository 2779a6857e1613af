import { useEffect, useState } from 'react'

import { browserApi } from '#app/api/browser-api.ts'
import type { SuggestionsAnswer } from '#contract/catalogue/catalogue.ts'
import { LEAST_SUGGESTION_CHARACTERS } from '#contract/catalogue/search/search-limits.ts'

const WAIT_MS = 120

/**
 * Suggested products and categories for the typed text. Outdated requests are aborted; a failed one suggests nothing.
 */
export function useSuggestions(search: string): SuggestionsAnswer | undefined {
  const [answer, setAnswer] = useState<SuggestionsAnswer>()
  const wanted = search.trim()
  useEffect(() => {
    if (wanted.length < LEAST_SUGGESTION_CHARACTERS) return setAnswer(undefined)
    const stale = new AbortController()
    const timer = setTimeout(() => {
      browserApi
        .suggest(wanted, { signal: stale.signal })
        .then(setAnswer)
        .catch(() => {
          if (!stale.signal.aborted) setAnswer(undefined)
        })
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      stale.abort()
    }
  }, [wanted])
  return answer
}
