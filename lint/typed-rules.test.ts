import { expect, test } from 'vitest'

import { LINT_TIMEOUT_MS, lintTree } from './oxlint.ts'

const planted = `
type State = 'open' | 'closed'

export async function close(): Promise<State> {
  return Promise.resolve('closed')
}

export function forget(): void {
  close()
}

export function isOpen(state: State): boolean {
  switch (state) {
    case 'open':
      return true
  }
  return false
}

export function shout(text: string): void {
  console.log(text)
}
`

test('the rules that need types run, with the settings of this project', { timeout: LINT_TIMEOUT_MS }, async () => {
  const complaints = await lintTree({ 'server/cart/planted.ts': planted })
  expect(complaints.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining([
      'typescript/no-floating-promises',
      'typescript/switch-exhaustiveness-check',
      'eslint/no-console',
    ]),
  )
})
