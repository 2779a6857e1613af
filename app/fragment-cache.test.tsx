import type { ReactNode } from 'react'

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { fragmentCacheForPage } from '#app/fragment-cache.ts'
import { FragmentCacheContext, CachedFragment, useConstantMarkup } from '#app/ui/cached-fragment.tsx'

interface Shirt {
  id: string
  name: string
}

let drawn: string[] = []

function Card({ shirt }: { shirt: Shirt }) {
  drawn.push(shirt.name)
  return <h3 title={shirt.name}>{`${shirt.name} ${shirt.id}`}</h3>
}

/** A page as the server finishes it. */
function finish(page: ReactNode): string {
  drawn = []
  const markup = fragmentCacheForPage()
  const html = renderToString(<FragmentCacheContext value={markup}>{page}</FragmentCacheContext>)
  return markup.fill(markup.takeFrom(html)).toString()
}

const drawPage = (shirts: readonly Shirt[], kind: string): string =>
  finish(
    <ul>
      {shirts.map((shirt) => (
        <CachedFragment as="li" key={shirt.id} kind={kind} from={shirt}>
          <Card shirt={shirt} />
        </CachedFragment>
      ))}
    </ul>,
  )

const oxford = { id: '1', name: 'Oxford <b>&</b> "co" $& <!--kept 1-->' }
const linen = { id: '2', name: 'Linen' }

test('a piece is drawn once for all pages, and stands on each as if it were drawn there', () => {
  const first = drawPage([oxford, linen], 'twice')
  expect(drawn).toEqual([oxford.name, linen.name])
  expect(first).toBe(
    renderToString(
      <ul>
        {[oxford, linen].map((shirt) => (
          <li key={shirt.id}>{<Card shirt={shirt} />}</li>
        ))}
      </ul>,
    ),
  )
  expect(drawPage([oxford, linen], 'twice')).toBe(first)
  expect(drawn).toEqual([])
})

test('a piece that shows something else than before, or is of another kind, is drawn anew', () => {
  drawPage([oxford, linen], 'changed')
  const page = drawPage([{ ...oxford, name: 'Poplin' }, linen], 'changed')
  expect(drawn).toEqual(['Poplin'])
  expect(page).toContain('Poplin 1')
  drawPage([linen], 'other')
  expect(drawn).toEqual(['Linen'])
})

test('a piece may hold what it is itself, and its attributes are its own on each page', () => {
  const menu = (look: string) => (
    <div>
      <CachedFragment as="div" kind="menu" from={linen} className={look} hidden>
        <div>
          <Card shirt={linen} />
        </div>
        <div>and more</div>
      </CachedFragment>
      <div>beside</div>
    </div>
  )
  const first = finish(menu('wide'))
  expect(first).toBe(renderToString(menu('wide')))
  expect(finish(menu('narrow'))).toBe(first.replace('wide', 'narrow'))
  expect(drawn).toEqual([])
})

test('markup that is the same on every page stands there as it is', () => {
  const Styles = () => <style dangerouslySetInnerHTML={useConstantMarkup('a > b { color: "$&" }')} />
  const first = finish(<Styles />)
  expect(first).toBe('<style>a > b { color: "$&" }</style>')
  expect(finish(<Styles />)).toBe(first)
})

test('what was drawn longest ago gives way', () => {
  drawPage([oxford], 'many')
  drawPage(
    Array.from({ length: 2000 }, (_, index) => ({ id: `${index}`, name: 'Shirt' })),
    'many',
  )
  drawPage([oxford], 'many')
  expect(drawn).toEqual([oxford.name])
})

test('of a page nothing is kept but its pieces', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heldBytes = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = heldBytes()
  for (let page = 0; page < 100; page += 1) {
    const markup = fragmentCacheForPage()
    const mark = markup.mark(`alone ${page}`)
    const item = `<li data-mark="${mark}">Shirt ${page} for ₹900.00<wbr data-mark-end="${mark}"/></li>`
    markup.takeFrom(`${'₹'.repeat(250_000)}${item}`)
  }
  const markup = fragmentCacheForPage()
  expect(markup.fill(markup.find('alone 99') ?? '').toString()).toBe('Shirt 99 for ₹900.00')
  expect(heldBytes() - before).toBeLessThan(10_000_000)
})
