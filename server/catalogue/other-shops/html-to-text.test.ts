import { expect, test } from 'vitest'

import { htmlToText, plainName } from '#server/catalogue/other-shops/html-to-text.ts'

test.each([
  ['Plain text.\nTwo lines.', 'Plain text.\nTwo lines.', false],
  [
    '<p>Kurta in <strong>linen</strong>.</p><ul><li>Wash cold</li><li>Iron</li></ul>',
    'Kurta in linen.\n\n• Wash cold\n• Iron',
    false,
  ],
  ["<p style='color:red'>Festive!</p><script>alert(1)</script><img src=x onerror=alert(1)>", 'Festive!', true],
  ['One<br>two<br/>three &amp; four &#8377;5 &nbsp;', 'One\ntwo\nthree & four ₹5', false],
  ['<style>p{}</style><p>a</p>\n\n\n<p>b</p>', 'a\n\nb', false],
  ['<p>never closed <b>bold', 'never closed bold', false],
  ['5 < 6 and <b>7</b>\nnext', '5 < 6 and 7\nnext', false],
  ['<table><tr><td>M</td><td>38</td></tr><tr><td>L</td><td>40</td></tr></table>', 'M 38\nL 40', true],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>', false],
  ['', '', false],
])('%j is read as text', (html, text, hasLost) => {
  expect(htmlToText(html)).toEqual({ text, hasLost })
})

test('a name is read without what HTML writes for a sign', () => {
  expect(plainName('Nehru Jacket &amp; Dupatta')).toBe('Nehru Jacket & Dupatta')
  expect(plainName(' Tom & Jerry <3 ')).toBe('Tom & Jerry <3')
})

test('a description of any length is read in time', () => {
  const before = performance.now()
  htmlToText('<div>'.repeat(20_000) + '<p>a</p>'.repeat(20_000))
  htmlToText('<'.repeat(200_000))
  expect(performance.now() - before).toBeLessThan(5000)
})
