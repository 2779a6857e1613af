import { useRef } from 'react'

import { newCallKey } from '#app/api/new-call-key.ts'

/** Signs a key of its own for each wish; one that is sent again, because its answer was lost, has the same. */
export function useCallKeys() {
  const last = useRef({ wish: '', key: '' })
  return {
    keyOf(wish: string): string {
      if (last.current.wish !== wish) last.current = { wish, key: newCallKey() }
      return last.current.key
    },
    forget: () => void (last.current = { wish: '', key: '' }),
  }
}
