import { startOf } from '#contract/words/start-of-text.ts'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Listing, ListedProduct, ProductIndex } from '#server/catalogue/search/listing.ts'

import { xmlText } from '#server/http/responses/xml-text.ts'

/** Products that are written before other requests may run. */
const BATCH = 10
/** The longest id and name of a group that Google takes. */
const MAX_ID = 50
const MAX_TITLE = 150
const MAX_MORE_PICTURES = 10
/** Google takes five labels of a product, `custom_label_0` to `_4`, of at most so many characters. */
const MAX_LABELS = 5
const MAX_LABEL = 100

interface FeedShop {
  shopName: string
  publicUrl: string
}

const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Google tells ids apart without regard to case, and some of its tools take no more than letters, digits, - and _. */
const sizeId = (size: string) => (/^[A-Za-z0-9]{1,20}$/.test(size) ? size.toLowerCase() : hashed(size.toLowerCase()))

function groupId({ product: { _id, siblings }, colourGroup }: ListedProduct): string {
  const group = siblings && colourGroup?.toLowerCase()
  if (group === undefined) return _id
  return group.length <= MAX_ID && /^[a-z0-9_-]+$/.test(group) ? group : hashed(group)
}

/** XML elements; those without a value are left out. */
const elements = (values: readonly (readonly [name: string, value: string | undefined])[]) =>
  values.map(([name, value]) => (value ? `<${name}>${xmlText(value)}</${name}>` : '')).join('')

const rupees = (amount: number) => `${amount.toFixed(2)} INR`

function pictureAddresses({ images, pictures }: Product, publicUrl: string): string[] {
  return images.map((src, index) => `${publicUrl}${src}?w=1200&v=${pictures[index]?.version ?? ''}`)
}

/** Says which of the labelled collections a product is in, as names and values of elements. */
type LabelsOf = (listed: ListedProduct) => (readonly [name: string, value: string | undefined])[]

/**
 * The five oldest collections that shoppers see have a label each, the same one on every product, so that campaigns can
 * choose by it.
 */
function labelsOf({ collections }: Listing): LabelsOf {
  const oldest = collections.all().toSorted((a, b) => (a._id < b._id ? -1 : 1))
  const labelled = oldest
    .slice(0, MAX_LABELS)
    .map((collection) => ({ title: collection.title, numbers: collections.numbersOf(collection) }))
  return ({ number }) =>
    labelled.map(({ title, numbers }, label) => [
      `g:custom_label_${label}`,
      numbers.has(number) ? startOf(title, MAX_LABEL) : undefined,
    ])
}

/** A product as items of the feed, one for each size. */
function itemsOf(listed: ListedProduct, { shopName, publicUrl }: FeedShop, labels: LabelsOf): string {
  const { product } = listed
  const { _id, name, price, discountedPrice } = product
  const [cover, ...others] = pictureAddresses(product, publicUrl)
  const isReduced = discountedPrice !== undefined && discountedPrice < price
  const common = elements([
    ['g:item_group_id', groupId(listed)],
    ['title', startOf(name, MAX_TITLE)],
    ['description', product.description.trim() || name],
    ['link', `${publicUrl}/product/${encodeURIComponent(_id)}`],
    ['g:image_link', cover],
    ...others.slice(0, MAX_MORE_PICTURES).map((src) => ['g:additional_image_link', src] as const),
    ['g:price', rupees(price)],
    ['g:sale_price', isReduced ? rupees(discountedPrice) : undefined],
    ['g:brand', shopName],
    ['g:condition', 'new'],
    ['g:color', product.colour],
    ['g:gender', 'male'],
    ['g:age_group', 'adult'],
    ['g:product_type', product.category.name],
    ...labels(listed),
    ['g:identifier_exists', 'no'],
  ])
  const shipping = `<g:shipping>${elements([
    ['g:country', 'IN'],
    ['g:price', rupees(0)],
  ])}</g:shipping>`
  const sizes = product.sizes.length > 0 ? product.sizes : [{ size: '', stock: product.stock }]
  return sizes
    .map(({ size, stock }) => {
      const own = elements([
        ['g:id', size === '' ? _id : `${_id}-${sizeId(size)}`],
        ['g:size', size],
        ['g:availability', stock > 0 ? 'in_stock' : 'out_of_stock'],
      ])
      return `<item>${own}${common}${shipping}</item>\n`
    })
    .join('')
}

/**
 * Every size of every product on sale as an RSS 2.0 feed with Google's namespace, in parts
 * (https://support.google.com/merchants/answer/7052112). It lists the products that are on sale when it begins.
 */
export async function* googleFeed(index: ProductIndex, shop: FeedShop): AsyncGenerator<string> {
  const listing = await index.read()
  const [products, labels] = [listing.inOrder('name'), labelsOf(listing)]
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
${elements([
  ['title', shop.shopName],
  ['link', shop.publicUrl],
  ['description', `Everything on sale at ${shop.shopName}`],
])}
`
  for (let start = 0; start < products.length; start += BATCH) {
    yield products
      .slice(start, start + BATCH)
      .map((listed) => itemsOf(listed, shop, labels))
      .join('')
    await setImmediate()
  }
  yield '</channel></rss>\n'
}
