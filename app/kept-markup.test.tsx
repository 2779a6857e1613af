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
