import { defaultFields, type Block, type BlockKind } from '#contract/pages-of-blocks/block-kinds.ts'
import type { PageAnswer } from '#contract/pages-of-blocks/pages.ts'

import type { BenchShop } from './shop.ts'

export const BLOCK_PAGE = '/pages/twelve-blocks'
const TITLE = 'Twelve blocks'

const BLOCKS: readonly (readonly [BlockKind, object])[] = [
  ['hero', { headline: 'KURTAS\nFOR EVERY DAY', text: 'Cut in Jaipur.' }],
  ['statement', { heading: 'Cotton from Erode', text: 'Woven, washed and sewn by one family.' }],
  ['productRow', { source: 'newest' }],
  ['productRow', { source: 'best sold' }],
  ['productRow', { source: 'reduced' }],
  ['productRow', { source: 'of a category', category: 'shirts' }],
  ['productRow', { source: 'of a category', category: 'jeans' }],
  ['text', { heading: 'How it is made', text: '- **80 g/m²** and more\n- [All shirts](/categories/shirts)' }],
  ['cards', { items: [1, 2, 3].map((each) => ({ title: `Reason ${each}`, text: 'It lasts.' })) }],
  ['questions', { items: [1, 2, 3].map((each) => ({ question: `Question ${each}?`, answer: 'Yes.' })) }],
  ['quotations', {}],
  ['contactLine', {}],
]

/** Publishes a page of twelve blocks at `BLOCK_PAGE`; five of them are rows of products. */
export async function publishBlockPage({ administrator }: BenchShop): Promise<void> {
  const blocks = BLOCKS.map(([kind, fields], index) => {
    return { id: `block-${100_000 + index}`, kind, fields: { ...defaultFields(kind), ...fields } } as Block
  })
  const { page } = await administrator.ask<PageAnswer>('POST', '/api/admin/pages', { title: TITLE })
  const path = `/api/admin/pages/${page._id}`
  const draft = { title: TITLE, description: '', place: 'neither', blocks, revision: page.revision }
  const saved = await administrator.ask<PageAnswer>('PUT', `${path}/draft`, draft)
  await administrator.ask('POST', `${path}/publish`, { revision: saved.page.revision })
}
