import { lazy, Suspense, type ReactNode } from 'react'
import { expect, test } from 'vitest'

import { renderWholePage } from '#app/render-whole-page.ts'

const documentOf = (part: ReactNode) => () => (
  <html lang="en">
    <body>
      <p>Shirts &lt;!--$!--&gt;</p>
      <Suspense fallback="loading">{part}</Suspense>
    </body>
  </html>
)

test('a page is rendered whole, as the document that a browser hydrates', async () => {
  const { html, failure } = await renderWholePage(documentOf(<b>Oxford</b>), 'n')
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">.*<!--\$--><b>Oxford<\/b><!--\/\$--><\/body><\/html>$/)
  expect(failure).toBeUndefined()
})

test('a page waits for the code of its parts', async () => {
  const Facts = lazy(async () => ({ default: () => <b>Cotton</b> }))
  const { html, failure } = await renderWholePage(documentOf(<Facts />), 'n')
  expect(html).toMatch(/^<!DOCTYPE html><html.*<b>Cotton<\/b>/)
  expect(html).not.toContain('loading')
  expect(failure).toBeUndefined()
})

test('a page of which a part fails is rendered without it, and says why', async () => {
  const fault = new Error('no rating')
  const Rating = (): never => {
    throw fault
  }
  const { html, failure } = await renderWholePage(documentOf(<Rating />), 'n')
  expect(html).toContain('Shirts')
  expect(failure).toBe(fault)
})

test('a page that fails as a whole is none', async () => {
  const fault = new Error('no page')
  const Page = (): never => {
    throw fault
  }
  await expect(renderWholePage(() => <Page />, 'n')).rejects.toBe(fault)
})
