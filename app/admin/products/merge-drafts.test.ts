import { expect, test } from 'vitest'

import { mergeDrafts } from './merge-drafts.ts'
import { newDraft, type Draft, type SizeDraft } from './product-draft.ts'

const size = (id: string, stock: string): SizeDraft => ({
  key: id,
  _id: id,
  size: id.toUpperCase(),
  stock,
  was: Number(stock),
  measurements: {},
})
const picture = (version: string) => ({ key: version, src: version, alt: '', version })

const base: Draft = {
  fields: { ...newDraft().fields, name: 'Shirt', category: 'c1', price: '1000', colour: 'Red' },
  sizes: [size('s', '1'), size('m', '2')],
  pictures: [picture('a'), picture('b')],
}
const withFields = (fields: Partial<Draft['fields']>): Draft => ({ ...base, fields: { ...base.fields, ...fields } })

test('what was not touched here follows, what was typed stays, and both are told', () => {
  const mine = withFields({ name: 'My shirt', price: '900' })
  const theirs = withFields({ price: '800', colour: '' })
  const { draft, differences } = mergeDrafts({ base, mine, theirs })
  expect(draft.fields).toMatchObject({ name: 'My shirt', price: '900', colour: '' })
  expect(differences).toEqual([
    { what: 'Price', from: '1000', to: '800', mine: '900' },
    { what: 'Colour', from: 'Red', to: 'nothing' },
  ])
})

test('a sold piece is followed where the stock was not typed, and told where it was', () => {
  const mine = { ...base, sizes: [size('s', '1'), { ...size('m', '9'), was: 2 }] }
  const theirs = { ...base, sizes: [size('s', '0'), size('m', '1')] }
  const { draft, differences } = mergeDrafts({ base, mine, theirs })
  expect(draft.sizes.map(({ stock, was }) => [stock, was])).toEqual([
    ['0', 0],
    ['9', 1],
  ])
  expect(differences).toEqual([
    { what: 'Stock of S', from: '1', to: '0' },
    { what: 'Stock of M', from: '2', to: '1', mine: '9' },
  ])
})

test('sizes added on either side are all there, and one that they took away is gone', () => {
  const own = { key: 'new', size: 'XL', stock: '4', measurements: {} }
  const mine = { ...base, sizes: [...base.sizes, own] }
  const theirs = { ...base, sizes: [size('s', '1'), size('l', '7')] }
  const { draft, differences } = mergeDrafts({ base, mine, theirs })
  expect(draft.sizes.map((each) => each.size)).toEqual(['S', 'XL', 'L'])
  expect(differences).toEqual([
    { what: 'Size M', from: 'there', to: 'taken away' },
    { what: 'Size L', from: 'nothing', to: '7 pieces' },
  ])
})

test('pictures of both sides are kept where both changed them', () => {
  const mine = { ...base, pictures: [picture('b'), picture('a')] }
  const theirs = { ...base, pictures: [picture('b'), picture('c')] }
  const { draft, differences } = mergeDrafts({ base, mine, theirs })
  expect(draft.pictures.map(({ key }) => key)).toEqual(['b', 'c'])
  expect(differences).toEqual([{ what: 'Pictures', from: '2', to: '2', mine: '2' }])
  expect(mergeDrafts({ base, mine: base, theirs }).draft.pictures).toEqual(theirs.pictures)
  expect(mergeDrafts({ base, mine, theirs: base }).draft.pictures).toEqual(mine.pictures)
})
