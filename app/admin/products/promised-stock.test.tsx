import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { StockForm } from '#app/admin/products/bulk-forms.tsx'
import { PromisedStock } from '#app/admin/products/promised-stock.tsx'
import type { AdminProduct } from '#contract/catalogue/admin-catalogue.ts'

/** A product as far as the form of stocks reads it. */
function product(promised: Record<string, number> | undefined) {
  return {
    stock: 7,
    sizes: [
      { size: 'M', stock: 5 },
      { size: 'L', stock: 2 },
    ],
    promised,
  } as unknown as AdminProduct
}

function textOfForm(chosen: readonly AdminProduct[]) {
  const form = (
    <StockForm
      chosen={chosen}
      sizes={['M', 'L']}
      products="2 products"
      isBusy={false}
      error={undefined}
      onInput={() => {}}
    />
  )
  return renderToStaticMarkup(form)
}

test('a stock that is set says what then stands on the shelf, open payments included', () => {
  expect(renderToStaticMarkup(<PromisedStock stock={5} typed="5" promised={2} />)).toContain('5 free, 2 promised.')
  expect(renderToStaticMarkup(<PromisedStock stock={5} typed="8" promised={2} />)).toContain(
    'Then 8 free, 10 on the shelf.',
  )
  expect(renderToStaticMarkup(<PromisedStock stock={5} typed="" promised={2} />)).not.toContain('on the shelf')
  expect(renderToStaticMarkup(<PromisedStock stock={5} typed="8" promised={undefined} />)).toBe('')
})

test('stocks that are set together say how many pieces open payments hold', () => {
  expect(textOfForm([product({ M: 2, L: 1 }), product(undefined)])).toContain('14 free, 3 promised.')
  expect(textOfForm([product(undefined)])).not.toContain('promised')
})
