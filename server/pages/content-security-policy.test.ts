import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { sealPage } from '#server/pages/content-security-policy.ts'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
const scriptSources = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ')

test('a script of the page runs, one that slipped into a text does not', () => {
  const page =
    '<p><script>steal()</script></p><script nonce="n1">start()</script><script async="" nonce="n1">go()</script>'
  const { html, policy } = sealPage(page, 'n1')
  expect(scriptSources(policy)).toEqual(["'self'", hashOf('start()'), hashOf('go()')])
  expect(html).toBe('<p><script>steal()</script></p><script>start()</script><script async="">go()</script>')
})

test('a script that guesses a nonce does not run', () => {
  const { policy } = sealPage('<script nonce="n2">steal()</script><script data-x=\' nonce="n\'>steal()</script>', 'n1')
  expect(scriptSources(policy)).toEqual(["'self'"])
})

test('what was rendered without a nonce runs no inline script', () => {
  expect(scriptSources(sealPage('<script>start()</script>', undefined).policy)).toEqual(["'self'"])
})

test('a script from a file needs no hash', () => {
  const { html, policy } = sealPage('<script nonce="n1" src="/a.js"></script>', 'n1')
  expect(scriptSources(policy)).toEqual(["'self'"])
  expect(html).toBe('<script src="/a.js"></script>')
})
