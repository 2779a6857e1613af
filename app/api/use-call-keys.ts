import { useRef } from 'react'

import { newCallKey } from '#app/api/new-call-key.ts'

/** Makes one idempotency key per input: sending the same input again, after a lost answer, uses the same key. */
export function useCallKeys() {
  const last = useRef({ input: '', key: '' })
  return {
    keyOf(input: string): string {
      if (last.current.input !== input) last.current = { input, key: newCallKey() }
      return last.current.key
    },
    forget: () => void (last.current = { input: '', key: '' }),
  }
}
