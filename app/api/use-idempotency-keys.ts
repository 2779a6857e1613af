import { useRef } from 'react'

import { newIdempotencyKey } from '#app/api/new-idempotency-key.ts'

/** Makes one idempotency key per input: sending the same input again, after a lost answer, uses the same key. */
export function useIdempotencyKeys() {
  const last = useRef({ input: '', key: '' })
  return {
    keyOf(input: string): string {
      if (last.current.input !== input) last.current = { input, key: newIdempotencyKey() }
      return last.current.key
    },
    forget: () => void (last.current = { input: '', key: '' }),
  }
}
