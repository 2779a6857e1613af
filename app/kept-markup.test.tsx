import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { markupForPage } from '#app/kept-markup.ts'
import { KeptItem, KeptMarkupContext } from '#app/ui/kept-item.tsx'

interface Shirt {
  id: string
  name: string
}

let drawn: string[] = []

function Card({ shirt }: { shirt: Shirt }) {
  drawn.push(shirt.name)
  return <h3 title={shirt.name}>{`${shirt.name} ${shirt.id}`}</h3>
}

function drawPage(shirts: readonly Shirt[], kind: string): string {
  drawn = []
  const markup = markupForPage()
  const page = (
    <KeptMarkupContext value={markup}>
      <ul>
        {shirts.map((shirt) => (
          <KeptItem key={shirt.id} kind={kind} from={shirt}>
            <Card shirt={shirt} />
          </KeptItem>
        ))}
      </ul>
    </KeptMarkupContext>
  )
  return markup.takeFrom(renderToString(page))
}

const oxford = { id: '1', name: 'Oxford <b>&</b> "co"' }
const linen = { id: '2', name: 'Linen' }

test('an item is drawn once for all pages, and stands on each as if it were drawn there', () => {
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

test('an item that shows something else than before, or is of another kind, is drawn anew', () => {
  drawPage([oxford, linen], 'changed')
  const page = drawPage([{ ...oxford, name: 'Poplin' }, linen], 'changed')
  expect(drawn).toEqual(['Poplin'])
  expect(page).toContain('Poplin 1')
  drawPage([linen], 'other')
  expect(drawn).toEqual(['Linen'])
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

test('of a page nothing is kept but its items', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heldBytes = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = heldBytes()
  for (let page = 0; page < 100; page += 1) {
    const markup = markupForPage()
    const item = `<li data-mark="${markup.mark(`alone ${page}`)}">Shirt ${page} for ₹900.00</li>`
    markup.takeFrom(`${'₹'.repeat(250_000)}${item}`)
  }
  expect(markupForPage().find('alone 99')).toBe('Shirt 99 for ₹900.00')
  expect(heldBytes() - before).toBeLessThan(10_000_000)
})
