import type { AdminApi } from '#contract/api/admin-api.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { EditedPage } from '#contract/pages-of-blocks/pages.ts'

import {
  BLOCK_KIND_NAMES,
  BLOCK_KINDS,
  defaultFields,
  type Block,
  type BlockKind,
} from '#contract/pages-of-blocks/block-kinds.ts'
import { DEFAULT_ABOUT } from '#contract/pages-of-blocks/default-about.ts'
import { DEFAULT_HOME } from '#contract/pages-of-blocks/default-pages.ts'
import { MAX_PAGES } from '#contract/pages-of-blocks/page-limits.ts'
import { BlockSchema } from '#contract/pages-of-blocks/pages.ts'
import { plainAbout, plainHome } from '#contract/pages-of-blocks/plain-pages.ts'
import { publishDue } from '#server/pages-of-blocks/service.ts'
import { addCategory, addProduct } from '#test/factories.ts'
import { jpegPicture, pngPicture } from '#test/pictures.ts'
import { buy, signedIn } from '#test/purchase.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

type TestShop = Awaited<ReturnType<typeof startShop>>
type Admin = Awaited<ReturnType<TestShop['admin']>>

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

let count = 0
/** A block with the fields that its kind begins with, some of them changed. */
const block = (kind: BlockKind, fields: Record<string, unknown> = {}, isHidden?: boolean): Block => {
  count += 1
  return {
    id: `block-${String(count).padStart(6, '0')}`,
    kind,
    fields: { ...defaultFields(kind), ...fields },
    ...(isHidden !== undefined && { isHidden }),
  } as Block
}

const newPage = async (title = `A page ${(count += 1)}`) => (await admin.api.createPage({ title })).page

const changeOf = ({ title, description, place, revision }: EditedPage, blocks: readonly Block[]) => ({
  title,
  description,
  place,
  revision,
  blocks: [...blocks],
})

/** A product with a picture. */
async function addPicturedProduct(api: AdminApi, name: string, category: string): Promise<void> {
  const form = new FormData()
  const fields = { name, category, price: '900', discountedPrice: '900', stock: '3' }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.append('images', new File([new Uint8Array(await pngPicture())], 'front.png', { type: 'image/png' }))
  await api.createProduct(form)
}

async function saved(page: EditedPage, ...blocks: Block[]): Promise<EditedPage> {
  return (await admin.api.savePageDraft(page._id, changeOf(page, blocks))).page
}

async function published(page: EditedPage, ...blocks: Block[]): Promise<EditedPage> {
  const { _id, revision } = await saved(page, ...blocks)
  return (await admin.api.publishPage(_id, { revision })).page
}

/** The blocks that visitors get. */
const shownAt = async (slug: string) => (await shop.visitor().api.getBlockPage(slug)).blocks

test('the pages of a shop that has published none are made of blocks that their schema takes', () => {
  const words = { shopName: 'Kurta Ghar', line: 'By hand.' }
  const plain = [true, false].map((hasHeroPicture) =>
    plainHome({ ...words, hasHeroPicture }, [{ slug: 'kurtas', title: 'Kurtas' }]),
  )
  for (const { blocks } of [DEFAULT_HOME, DEFAULT_ABOUT, ...plain, plainAbout({ ...words, hasHeroPicture: false })]) {
    expect(blocks.map((one) => BlockSchema.parse(one))).toEqual(blocks)
  }
})

test.each(BLOCK_KIND_NAMES)('a new block of the kind “%s” can be saved as it begins', (kind) => {
  expect(BlockSchema.parse(block(kind))).toMatchObject({ kind, fields: defaultFields(kind) })
})

test('while nothing is published, home and about are the specified ones', async () => {
  await addCategory(shop.db, 'Shirts')
  const { api } = shop.visitor()
  expect(await api.getSitePages()).toMatchObject({ own: [], links: [] })
  expect(await api.getBlockPage('home')).toMatchObject({ isSpecified: true, title: DEFAULT_HOME.title, blocks: [] })
  expect(await api.getBlockPage('about')).toMatchObject({ isSpecified: true, blocks: [] })
  expect((await admin.api.getEditedPage('home')).blocks).toEqual(DEFAULT_HOME.blocks)
  expect((await admin.api.getEditedPage('about')).blocks).toEqual(DEFAULT_ABOUT.blocks)
})

test('a shop without the specified categories gets rows of its own ones, whatever the number of their products', async () => {
  const kurtas = await startShop()
  try {
    await addCategory(kurtas.db, 'Kurtas')
    await addCategory(kurtas.db, 'Empty')
    await addPicturedProduct((await kurtas.admin()).api, 'Chikan kurta', 'Kurtas')
    const { api } = kurtas.visitor()
    expect(await api.getSitePages()).toMatchObject({ own: ['home', 'about'] })
    const { blocks, isSpecified } = await api.getBlockPage('home')
    expect(isSpecified).toBe(false)
    const rows = blocks.filter(({ kind }) => kind === 'productRow')
    expect(rows).toMatchObject([{ fields: { title: 'Kurtas' }, products: [{ name: 'Chikan kurta' }] }])
    // Its own product in place of the demo's garment, and no word of goods that it does not have.
    expect(blocks[0]).toMatchObject({
      kind: 'hero',
      fields: { headline: 'DESIGNED\nFOR\nTOMORROW' },
      products: [{ name: 'Chikan kurta' }],
    })
    const said = JSON.stringify([await api.getBlockPage('home'), await api.getBlockPage('about')])
    expect(said).not.toMatch(/shirt|pants|co-ord|lowers|menswear/i)
  } finally {
    await kurtas.close()
  }
})

test('the demo’s garment stands on the page that came with the shop alone, and nowhere once its owner has another line', async () => {
  const empty = await startShop()
  try {
    const { api: owner } = await empty.admin()
    const visitor = empty.visitor().api
    const heroOf = async (slug: string) => (await visitor.getBlockPage(slug)).blocks.find(({ kind }) => kind === 'hero')
    const home = await owner.getEditedPage('home')
    await owner.publishPage('home', { revision: home.revision })
    expect(await heroOf('home')).not.toHaveProperty('products')

    const { page } = await owner.createPage({ title: 'Our own' })
    const { page: draft } = await owner.savePageDraft(page._id, changeOf(page, [block('hero')]))
    await owner.publishPage(page._id, { revision: draft.revision })
    expect(await heroOf(page.slug)).toMatchObject({ products: [] })

    await setSettings(empty, { footerLine: '' })
    expect(await heroOf('home')).toMatchObject({ products: [] })
    await addCategory(empty.db, 'Kurtas')
    await addPicturedProduct(owner, 'Chikan kurta', 'Kurtas')
    await expect.poll(() => heroOf(page.slug)).toMatchObject({ products: [{ name: 'Chikan kurta' }] })
  } finally {
    await empty.close()
  }
})

test('with another line under its name, a shop of other goods opens with its name and claims nothing', async () => {
  const kurtas = await startShop()
  try {
    const { id: categoryId } = await addCategory(kurtas.db, 'Kurtas')
    await addProduct(kurtas.db, { categoryId, name: 'Chikan kurta' })
    await setSettings(kurtas, { shopName: 'Kurta Ghar', footerLine: '{shop} prints by hand.' })
    const { api } = kurtas.visitor()
    expect((await api.getSitePages()).own).toEqual(['home', 'about'])
    const home = await api.getBlockPage('home')
    expect(home).toMatchObject({ title: 'Kurta Ghar', description: 'Kurta Ghar prints by hand.', isSpecified: false })
    expect(home.blocks).toMatchObject([
      { kind: 'statement', fields: { heading: 'Kurta Ghar', text: 'Kurta Ghar prints by hand.' } },
      { kind: 'divider' },
      { kind: 'productRow', fields: { title: 'Kurtas' }, products: [{ name: 'Chikan kurta' }] },
      { kind: 'contactLine' },
    ])
    const { api: owner } = await kurtas.admin()
    expect((await owner.getEditedPage('about')).blocks).toMatchObject([
      { fields: { heading: 'About Kurta Ghar' } },
      { kind: 'contactLine' },
    ])

    await addCategory(kurtas.db, 'Shirts')
    await expect.poll(async () => (await api.getSitePages()).own).toEqual([])
  } finally {
    await kurtas.close()
  }
})

test('a draft is seen by nobody until it is published, then by everybody, and the sitemap lists it', async () => {
  const page = await newPage('Our cloth')
  expect(page).toMatchObject({ slug: 'our-cloth', isPublished: false })
  const { revision } = await saved(page, block('text', { text: '## Cotton\n\nFrom Erode.' }))
  await expect(shownAt('our-cloth')).rejects.toMatchObject({ code: 'not_found' })
  await admin.api.publishPage(page._id, { revision })
  expect(await shownAt('our-cloth')).toMatchObject([
    { kind: 'text', fields: { text: '<h2>Cotton</h2>\n<p>From Erode.</p>\n' } },
  ])
  const list = await admin.api.listPages()
  expect(list.items.map(({ _id }) => _id).slice(0, 2)).toEqual(['home', 'about'])
  expect(list.items.find(({ _id }) => _id === page._id)).toMatchObject({ isPublished: true, isChanged: false })
})

test('home is replaced, and is as it came again', async () => {
  const home = await admin.api.getEditedPage('home')
  const own = await published(home, block('statement', { heading: 'Kurtas for every day' }))
  expect((await shop.visitor().api.getSitePages()).own).toEqual(['home'])
  expect(await shownAt('home')).toMatchObject([{ fields: { heading: 'Kurtas for every day' } }])
  await admin.api.unpublishPage('home', own.revision)
  expect(await shop.visitor().api.getBlockPage('home')).toMatchObject({ isSpecified: true })
  const { page } = await admin.api.bringBackPage('home', { revision: own.revision, version: 0 })
  expect(page.blocks).toEqual(DEFAULT_HOME.blocks)
})

test('a row of categories shows those that have goods, each with the picture of its newest product', async () => {
  await addCategory(shop.db, 'Stoles')
  await addCategory(shop.db, 'Sherwanis')
  await addPicturedProduct(admin.api, 'First stole', 'Stoles')
  await addPicturedProduct(admin.api, 'Second stole', 'Stoles')
  const { products } = await shop.visitor().api.listProducts({ search: 'Second stole' })
  const page = await published(await newPage(), block('categoryRow', {}))
  const [row] = await shownAt(page.slug)
  expect(row?.categories).toContainEqual({ slug: 'stoles', name: 'Stoles', products: 2, image: products[0]?.images[0] })
  expect(row?.categories?.map(({ name }) => name)).not.toContain('Sherwanis')
})

test('what is hidden, gone, or links to nothing is left out, and the page stays', async () => {
  const { id: categoryId, slug } = await addCategory(shop.db)
  const product = await addProduct(shop.db, { categoryId, name: 'Linen shirt' })
  const picture = await jpegPicture({ width: 800, height: 1000 })
  const { value } = await admin.api.addPagePicture(new File([new Uint8Array(picture)], 'a.jpg', { type: 'image/jpeg' }))
  const links = { heading: 'See it', button: 'Look', buttonLink: `/product/${product.id}` }
  const page = await published(
    await newPage(),
    block('productRow', { source: 'of a category', category: slug }),
    block('productRow', { source: 'chosen by hand', products: [product.id, 'none'] }),
    block('outfit', { picture: value, spots: [{ product: product.id, across: 20, down: 30 }] }),
    block('statement', links),
    block('text', { text: `[this](/product/${product.id}) and [that](/categories/none)` }),
    block('statement', { heading: 'Hidden' }, true),
  )
  const before = await shownAt(page.slug)
  expect(before.map(({ kind }) => kind)).toEqual(['productRow', 'productRow', 'outfit', 'statement', 'text'])
  expect(before[1]).toMatchObject({ products: [{ name: 'Linen shirt' }] })
  expect(before[3]).toMatchObject({ fields: { buttonLink: `/product/${product.id}` } })
  expect(before[4]).toMatchObject({ fields: { text: `<p><a href="/product/${product.id}">this</a> and that</p>\n` } })
  await admin.fetch(`/api/products/product/${product.id}`, { method: 'DELETE', headers: { origin: shop.origin } })
  const after = await shownAt(page.slug)
  expect(after.map(({ kind }) => kind)).toEqual(['statement', 'text'])
  expect(after[0]).toMatchObject({ fields: { buttonLink: '' } })
  expect(after[1]).toMatchObject({ fields: { text: '<p>this and that</p>\n' } })
})

test('the specified home page shows the outfits of the page that has them, as long as they can be bought', async () => {
  const outfit = await addProduct(shop.db, { name: 'Twill overshirt' })
  const picture = await jpegPicture({ width: 800, height: 1000 })
  const { value } = await admin.api.addPagePicture(new File([new Uint8Array(picture)], 'a.jpg', { type: 'image/jpeg' }))
  const { page } = await admin.api.createPage({ title: 'Outfits' })
  const spots = [{ product: outfit.id, across: 50, down: 30 }]
  const worn = block('outfit', { heading: 'Midnight', picture: value, pictureWords: 'An overshirt', spots })
  const shownAtHome = async () => shownAt('home')
  expect(await shownAtHome()).toEqual([])
  const gone = block('outfit', { heading: 'Gone', picture: value, spots: [{ product: 'none', across: 1, down: 1 }] })
  const hidden = { ...block('outfit', { heading: 'Hidden', picture: value, spots }), isHidden: true }
  await published(page, worn, gone, hidden, block('statement', { heading: 'No outfit' }))
  const outfits = [{ id: worn.id, heading: 'Midnight', picture: value, pictureWords: 'An overshirt' }]
  expect(await shownAtHome()).toMatchObject([{ id: 'outfits', kind: 'outfitRow', outfits }])
  expect(await shop.visitor().api.getBlockPage('home')).toMatchObject({ isSpecified: true })
  await admin.fetch(`/api/products/product/${outfit.id}`, { method: 'DELETE', headers: { origin: shop.origin } })
  expect(await shownAtHome()).toEqual([])
})

test('rows show what is newest, reduced and most bought, and quotations what customers wrote', async () => {
  const customer = await signedIn(shop)
  const old = await addProduct(shop.db, { name: 'Old', stock: 5 })
  const reduced = await addProduct(shop.db, { name: 'Reduced', discountedPricePaise: 100 })
  const newest = await addProduct(shop.db, { name: 'Newest' })
  await buy(shop, old.id)
  await shop.db
    .insertInto('reviews')
    .values([
      { id: 'praise', productId: old.id, userId: customer.id, rating: 5, text: 'Worn <b>daily</b>.' },
      { id: 'blame', productId: newest.id, userId: customer.id, rating: 1, text: 'No.' },
    ])
    .execute()
  const page = await published(
    await newPage(),
    block('productRow', { source: 'newest' }),
    block('productRow', { source: 'reduced' }),
    block('productRow', { source: 'best sold' }),
    block('quotations'),
  )
  const [first, second, third, fourth] = await shownAt(page.slug)
  expect(first?.products?.[0]).toMatchObject({ name: 'Newest' })
  expect(second?.products?.map(({ _id }) => _id)).toEqual([reduced.id])
  expect(third?.products?.map(({ _id }) => _id)).toEqual([old.id])
  expect(fourth?.quotations).toMatchObject([{ text: 'Worn <b>daily</b>.', rating: 5, product: 'Old' }])
  await admin.api.toggleReview('praise')
  expect((await shownAt(page.slug)).map(({ kind }) => kind)).not.toContain('quotations')
})

test('of two owners the second is told, and what the first saved stays', async () => {
  const page = await newPage()
  await saved(page, block('statement', { heading: 'The first' }))
  const second = admin.api.savePageDraft(page._id, changeOf(page, [block('statement', { heading: 'The second' })]))
  await expect(second).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Somebody else') })
  await expect(admin.api.publishPage(page._id, { revision: page.revision })).rejects.toMatchObject({ code: 'conflict' })
  expect((await admin.api.getEditedPage(page._id)).blocks).toMatchObject([{ fields: { heading: 'The first' } }])
})

test('two owners who begin with the untouched page at once are no exception', async () => {
  const about = await admin.api.getEditedPage('about')
  const calls = ['One', 'Two'].map((heading) =>
    admin.api.savePageDraft('about', changeOf(about, [block('statement', { heading })])),
  )
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('every published version stays and can be brought back', async () => {
  const page = await newPage()
  const one = await published(page, block('statement', { heading: 'Version one' }))
  const two = await published(one, block('statement', { heading: 'Version two' }))
  expect(two.versions).toMatchObject([
    { version: 2, isCurrent: true, publishedBy: admin.user.email },
    { version: 1, isCurrent: false },
  ])
  const { page: back } = await admin.api.bringBackPage(page._id, { revision: two.revision, version: 1 })
  expect(back).toMatchObject({ isChanged: true, blocks: [{ fields: { heading: 'Version one' } }] })
  expect(await shownAt(page.slug)).toMatchObject([{ fields: { heading: 'Version two' } }])
  await expect(admin.api.bringBackPage(page._id, { revision: back.revision, version: 9 })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a draft is published at its time by the shop itself, and not twice', async () => {
  const page = await newPage()
  const { revision } = await saved(page, block('statement', { heading: 'Diwali' }))
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const { page: waiting } = await admin.api.publishPage(page._id, { revision, at })
  expect(waiting).toMatchObject({ isPublished: false, publishAt: at })
  await publishDue(shop.db)
  await expect(shownAt(page.slug)).rejects.toMatchObject({ code: 'not_found' })
  await shop.db
    .updateTable('pages')
    .set({ publishAt: new Date(Date.now() - 1000) })
    .where('id', '=', page._id)
    .execute()
  await Promise.all([publishDue(shop.db), publishDue(shop.db)])
  expect(await shownAt(page.slug)).toMatchObject([{ fields: { heading: 'Diwali' } }])
  expect((await admin.api.getEditedPage(page._id)).versions).toHaveLength(1)
  const { entries } = await admin.api.listAudit({ area: 'page', person: 'shop' })
  expect(entries).toMatchObject([{ action: 'publish page', subject: { _id: page._id } }])
})

test('the time of publishing is taken back', async () => {
  const page = await newPage()
  const at = new Date(Date.now() + 3_600_000).toISOString()
  await admin.api.publishPage(page._id, { revision: page.revision, at })
  const { page: after } = await admin.api.publishPage(page._id, { revision: page.revision, at: null })
  expect(after.publishAt).toBeUndefined()
})

test('a time of publishing that no database counts is refused', async () => {
  const { _id, revision } = await newPage()
  for (const at of ['0000-01-01T00:00:00Z', '2026-13-01T00:00:00Z', 'soon']) {
    await expect(admin.api.publishPage(_id, { revision, at })).rejects.toMatchObject({ status: 400, code: 'invalid' })
  }
})

test('the preview shows the draft to whoever has its link, until the link is renewed', async () => {
  const page = await saved(await newPage(), block('statement', { heading: 'Only a draft' }))
  const token = page.preview.split('/').at(-1)!
  const answer = await fetch(`${shop.origin}/api/page-previews/${token}`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(await answer.json()).toMatchObject({ blocks: [{ fields: { heading: 'Only a draft' } }] })
  await admin.api.renewPagePreview(page._id, page.revision)
  await expect(shop.visitor().api.getPagePreview(token)).rejects.toMatchObject({ code: 'not_found' })
})

test('what is typed is shown as visitors would get it, without being saved', async () => {
  const page = await saved(await newPage(), block('statement', { heading: 'Saved' }))
  const typed = [
    block('statement', { heading: 'Typed', buttonLink: '/pages/nowhere' }),
    block('text', { heading: 'Hidden' }, true),
  ]
  const shown = await admin.api.previewTypedPage({ title: ' ', blocks: typed })
  expect(shown).toMatchObject({
    title: '',
    blocks: [{ kind: 'statement', fields: { heading: 'Typed', buttonLink: '' } }],
  })
  expect(await admin.api.getEditedPage(page._id)).toEqual(page)
  await expect(shop.visitor().api.previewTypedPage({ title: '', blocks: typed })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  const wrong = [block('statement', { buttonLink: 'javascript:alert(1)' })]
  await expect(admin.api.previewTypedPage({ title: '', blocks: wrong })).rejects.toMatchObject({ code: 'invalid' })
})

test('a specified page that nobody has edited yet has a preview too', async () => {
  const untouched = await startShop()
  try {
    const { api } = await untouched.admin()
    const { preview } = await api.getEditedPage('about')
    const { blocks } = await api.getPagePreview(preview.split('/').at(-1)!)
    expect(blocks.map(({ id }) => id)).toEqual(DEFAULT_ABOUT.blocks.map(({ id }) => id))
  } finally {
    await untouched.close()
  }
})

test('a deleted page is gone for everybody and comes back as it was', async () => {
  const page = await published(await newPage(), block('statement', { heading: 'Here' }))
  await admin.api.deletePage(page._id)
  await expect(shownAt(page.slug)).rejects.toMatchObject({ code: 'not_found' })
  await expect(admin.api.getEditedPage(page._id)).rejects.toMatchObject({ code: 'not_found' })
  await admin.api.restorePage(page._id)
  expect(await shownAt(page.slug)).toMatchObject([{ fields: { heading: 'Here' } }])
  await expect(admin.api.deletePage('home')).rejects.toMatchObject({ code: 'conflict' })
})

test('a page is linked where its published version says, and nowhere once it is gone', async () => {
  const page = await newPage('Care of cloth')
  const { page: placed } = await admin.api.savePageDraft(page._id, { ...changeOf(page, []), place: 'footer' })
  const linked = async () => (await shop.visitor().api.getSitePages()).links
  expect(await linked()).toEqual([])
  await admin.api.publishPage(page._id, { revision: placed.revision })
  expect(await linked()).toEqual([{ slug: 'care-of-cloth', title: 'Care of cloth', place: 'footer' }])
  await admin.api.deletePage(page._id)
  expect(await linked()).toEqual([])
})

test('two pages cannot have one address, and no page that of another kind', async () => {
  await admin.api.createPage({ title: 'Fit', slug: 'fit' })
  for (const slug of ['fit', 'Fit', 'home', 'preview', 'a/b', '../x', '', 'x'.repeat(61), 'नाप']) {
    await expect(admin.api.createPage({ title: 'Fit', slug })).rejects.toMatchObject({
      code: slug === 'fit' ? 'conflict' : 'invalid',
    })
  }
  const page = await newPage()
  await expect(admin.api.savePageDraft(page._id, { ...changeOf(page, []), slug: 'fit' })).rejects.toMatchObject({
    code: 'conflict',
    fields: { slug: 'Another page has this address.' },
  })
})

test.each([
  ['a kind that is none', [{ id: 'block-abcdef', kind: 'script', fields: {} }]],
  ['a field that is none', [{ ...block('text'), fields: { html: '<script>' } }]],
  ['no fields', [{ id: 'block-abcdef', kind: 'text' }]],
  ['fields that are no object', [{ id: 'block-abcdef', kind: 'text', fields: [] }]],
  ['a text that is a number', [block('text', { text: 5 })]],
  ['a text that is too long', [block('text', { text: 'x'.repeat(10_001) })]],
  ['a NUL', [block('statement', { heading: 'a\u0000b' })]],
  ['half of a pair', [block('statement', { heading: '\uD800' })]],
  ['a link with script', [block('statement', { buttonLink: 'javascript:alert(1)' })]],
  ['a link to another scheme', [block('statement', { buttonLink: '//evil.example' })]],
  ['a link with blanks', [block('statement', { buttonLink: '/a b' })]],
  ['a picture that is none', [block('pictureWithText', { picture: '/etc/passwd' })]],
  ['a picture that is not there', [block('pictureWithText', { picture: `${'0'.repeat(32)}-10x10` })]],
  ['a choice that is none', [block('statement', { look: 'loud' })]],
  ['a number that is out of range', [block('quotations', { count: 1e9 })]],
  [
    'too many items',
    [block('questions', { items: Array.from({ length: 13 }, () => ({ question: 'a', answer: 'b' })) })],
  ],
  ['an item with a foreign field', [block('questions', { items: [{ question: 'a', answer: 'b', html: 'c' }] })]],
  [
    'two blocks of one id',
    [block('divider'), { ...block('divider'), id: 'block-abcdef' }, { ...block('divider'), id: 'block-abcdef' }],
  ],
  ['an id that is a place in the page', [{ ...block('divider'), id: 'main' }]],
  ['too many blocks', Array.from({ length: 41 }, () => block('divider'))],
  ['no list', { length: 3 }],
  ['nothing', null],
])('a draft with %s is refused with a sentence, and nothing is lost', async (_what, blocks) => {
  const page = await saved(await newPage(), block('statement', { heading: 'Safe' }))
  const call = admin.api.savePageDraft(page._id, { ...changeOf(page, []), blocks: blocks as Block[] })
  await expect(call).rejects.toMatchObject({ code: 'invalid', message: expect.stringMatching(/^[A-Z].*\.?$/) })
  expect(await admin.api.getEditedPage(page._id)).toMatchObject({
    revision: page.revision,
    blocks: [{ fields: { heading: 'Safe' } }],
  })
})

test('Markdown runs nothing and leads nowhere that is not safe', async () => {
  const text =
    '<script>alert(1)</script>\n\n[a](javascript:alert(1)) ![x](https://evil.example/x.png) <img src=x onerror=alert(1)>'
  const page = await published(
    await newPage(),
    block('text', { text }),
    block('questions', { items: [{ question: 'Why?', answer: text }] }),
  )
  const html = JSON.stringify(await shownAt(page.slug))
  expect(html).not.toMatch(/<script|<img|href=\\"javascript/)
})

test.each([
  'JAVASCRIPT:alert(1)',
  '\tjavascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://evil.example',
  'https://shop@evil.example',
  'https:evil.example',
  '///evil.example',
  '/\\evil.example',
  'mailto:a@evil.example',
  '/'.padEnd(400, 'x'),
])('no field with a link takes the address %j', async (link) => {
  const page = await newPage()
  for (const one of [block('hero', { buttonLink: link }), block('picturePair', { secondLink: link })]) {
    await expect(saved(page, one)).rejects.toMatchObject({ code: 'invalid' })
  }
})

test('a link of Markdown to another scheme, or to another site by a path, is its words alone', async () => {
  const hidden = [
    'JaVaScRiPt:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '///evil.example',
  ]
  const text = hidden.map((link) => `[words](${link}) <${link}>`).join('\n\n')
  const { slug } = await published(await newPage(), block('text', { text }))
  expect(JSON.stringify(await shownAt(slug))).not.toMatch(/href|<script|<img/i)
})

test('a page is published while its product is deleted, and shows what is left', async () => {
  const product = await addProduct(shop.db, { name: 'Soon gone' })
  const draft = await saved(
    await newPage(),
    block('productRow', { source: 'chosen by hand', products: [product.id] }),
    block('statement', { heading: 'Stays' }),
  )
  const origin = { origin: shop.origin }
  await Promise.all([
    admin.api.publishPage(draft._id, { revision: draft.revision }),
    admin.fetch(`/api/products/product/${product.id}`, { method: 'DELETE', headers: origin }),
  ])
  expect(await shownAt(draft.slug)).toMatchObject([{ fields: { heading: 'Stays' } }])
})

test('a page may have the address of a page of the shop, which stays what it is', async () => {
  const { page } = await admin.api.createPage({ title: 'Our privacy', slug: 'privacy' })
  await published(page, block('statement', { heading: 'Our own words' }))
  expect(await shownAt('privacy')).toMatchObject([{ fields: { heading: 'Our own words' } }])
  expect((await shop.visitor().api.getTextPage('privacy')).title).not.toBe('Our privacy')
})

test('what was stored and is no longer taken is left out', async () => {
  const page = await published(await newPage(), block('statement', { heading: 'Stays' }))
  const stored = JSON.stringify([{ id: 'block-abcdef', kind: 'carousel', fields: {} }, 5, null, block('divider')])
  await shop.db.updateTable('pageVersions').set({ blocks: stored }).where('pageId', '=', page._id).execute()
  shop.shop.tags.outdate('pages')
  expect((await shownAt(page.slug)).map(({ kind }) => kind)).toEqual(['divider'])
})

test('each kind says what it is for', () => {
  for (const { label, hint } of Object.values(BLOCK_KINDS)) expect([label, hint].every(Boolean)).toBe(true)
})

test('a page of the list past its end says how many pages there are', async () => {
  await newPage()
  const { total } = await admin.api.listPages({ page: 1, limit: 1 })
  expect(total).toBeGreaterThan(0)
  expect(await admin.api.listPages({ page: 400, limit: 100 })).toEqual({ items: [], total })
})

test('every published page can be chosen as a link, and a shop has at most two hundred of its own', async () => {
  const full = await startShop()
  try {
    const owner = await full.admin()
    // A specified page that somebody has edited is none of the shop's own.
    await owner.api.publishPage('home', { revision: 0 })
    await sql`
      insert into pages (id, slug, title, preview_token, revision)
      select 'page-' || n, 'page-' || n, 'Page ' || n, 'token-' || n, 1
      from generate_series(1, ${MAX_PAGES - 2}::int) n`.execute(full.db)
    await sql`
      insert into page_versions (page_id, version, title, description, place, blocks, revision)
      select id, 1, title, '', 'neither', '[]', 1 from pages where id like 'page-%'`.execute(full.db)
    await sql`update pages set published_version = 1 where id like 'page-%' and id <> 'page-7'`.execute(full.db)
    const names = await owner.api.listPageNames()
    expect(names).toHaveLength(2 + MAX_PAGES - 3)
    expect(names).toContainEqual({ slug: 'page-198', title: 'Page 198' })
    expect(names).not.toContainEqual(expect.objectContaining({ slug: 'page-7' }))

    const created = await Promise.allSettled(['One', 'Two', 'Three'].map((title) => owner.api.createPage({ title })))
    expect(created.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    const tooMany = { code: 'conflict', message: 'A shop has at most 200 pages.' }
    await owner.api.deletePage('page-1')
    await owner.api.createPage({ title: 'Four' })
    await expect(owner.api.restorePage('page-1')).rejects.toMatchObject(tooMany)
    await owner.api.deletePage('page-2')
    expect(await owner.api.restorePage('page-1')).toMatchObject({ page: { title: 'Page 1' } })
  } finally {
    await full.close()
  }
})
