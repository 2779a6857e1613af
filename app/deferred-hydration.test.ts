import { expect, test } from 'vitest'

import { hydrateAfterFirstPaint } from '#app/deferred-hydration.ts'

const PAGE = [
  '<head><link rel="modulepreload" href="/assets/one.js" nonce="n"/><link rel="preload" href="/font.woff2"/></head>',
  '<script nonce="n">window.first = 1</script>',
  '<script nonce="n" type="module" async="">import "/assets/one.js";',
  'import * as route0 from "/assets/two.js";',
  'const route2 = {...route0};',
  'import("/assets/entry.js");</script>',
].join('\n')

test('the code of a page waits for the first paint, and so do its files', () => {
  const page = hydrateAfterFirstPaint(PAGE)
  expect(page).not.toContain('<link rel="modulepreload"')
  expect(page).not.toMatch(/^import /m)
  const code = /type="module"[^>]*>([^<]*)</.exec(page)?.[1] ?? ''
  const inOrder = [
    'first-contentful-paint',
    '["/assets/one.js"]',
    'await import("/assets/one.js");',
    '/assets/entry.js',
  ]
  const places = inOrder.map((piece) => code.indexOf(piece))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(code).toContain('const route0 = await import("/assets/two.js");')
})

test('files that the router does not name are fetched too, each once', () => {
  const page = hydrateAfterFirstPaint(PAGE, ['/assets/own.js', '/assets/one.js'])
  expect(page).toContain('["/assets/own.js","/assets/one.js"]')
})

test('everything else of a page stays as it is', () => {
  const page = hydrateAfterFirstPaint(PAGE)
  expect(page).toContain('<script nonce="n">window.first = 1</script>')
  expect(page).toContain('<link rel="preload" href="/font.woff2"/>')
  expect(page).toContain('const route2 = {...route0};')
  expect(hydrateAfterFirstPaint('<p>No code</p>')).toBe('<p>No code</p>')
})
