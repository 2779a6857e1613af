import { returnPolicyData } from '#app/shell/shop-structured-data.ts'
import type { ProductDetail, SizeStock } from '#contract/catalogue/catalogue.ts'
import { paidPrice } from '#contract/units/money.ts'
import type { ReviewsAnswer } from '#contract/catalogue/reviews/reviews.ts'
import type { PublicSettings } from '#contract/settings/public-settings.ts'

interface ShopData extends Pick<PublicSettings, 'shopName' | 'delivery' | 'deliveryDays' | 'returnDays' | 'shipping'> {
  publicUrl: string
}

const INDIA = { '@type': 'DefinedRegion', addressCountry: 'IN' }
const rupees = (amount: number) => ({ priceCurrency: 'INR', price: amount.toFixed(2) })
const days = (minValue: number, maxValue: number) => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
})

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * How long a parcel takes to all PIN codes together: the days are counted on working days, from the one on which it
 * leaves.
 */
const pinDeliveryTime = ({ days: [fewest, most], cutOffHour, weekdays }: NonNullable<ShopData['delivery']>) => ({
  '@type': 'ShippingDeliveryTime',
  handlingTime: days(0, cutOffHour < 24 ? 1 : 0),
  transitTime: days(fewest, most),
  ...(cutOffHour < 24 && { cutoffTime: `${String(cutOffHour).padStart(2, '0')}:00:00+05:30` }),
  ...(weekdays.length < 7 && {
    businessDays: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: weekdays.map((at) => `https://schema.org/${WEEKDAYS[at]}`),
    },
  }),
})

/** The days are counted from the order and include packing. */
const estimatedTime = ([earliest, latest]: ShopData['deliveryDays']) => ({
  '@type': 'ShippingDeliveryTime',
  handlingTime: days(0, 0),
  transitTime: days(earliest, latest),
})

/** What it costs to send one piece, and how long it takes. */
const shippingData = (paid: number, { shipping, delivery, deliveryDays }: ShopData) => ({
  '@type': 'OfferShippingDetails',
  shippingRate: {
    '@type': 'MonetaryAmount',
    value: shipping && paid < shipping.freeShippingFrom ? shipping.shippingFee : 0,
    currency: 'INR',
  },
  shippingDestination: INDIA,
  deliveryTime: delivery ? pinDeliveryTime(delivery) : estimatedTime(deliveryDays),
})

/** The offer for a stock of this many pieces. The price is the one that is paid, the list price the MRP. */
function offerData(product: ProductDetail, stock: number, shop: ShopData): object {
  const { publicUrl } = shop
  const paid = paidPrice(product)
  return {
    '@type': 'Offer',
    url: `${publicUrl}/product/${product._id}`,
    ...rupees(paid),
    ...(paid < product.price && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/ListPrice',
        ...rupees(product.price),
        valueAddedTaxIncluded: true,
      },
    }),
    availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    shippingDetails: shippingData(paid, shop),
    hasMerchantReturnPolicy: returnPolicyData(product.returnDays ?? shop.returnDays, publicUrl),
  }
}

const picturesOf = ({ images }: ProductDetail, publicUrl: string) => images.map((src) => `${publicUrl}${src}?w=1200`)

/** One size of the product, or the product itself where it has no sizes. */
function variantData(product: ProductDetail, { size, stock }: SizeStock, shop: ShopData): object {
  const { _id, name, colour, fabric } = product
  return {
    '@type': 'Product',
    name: size ? `${name}, ${size}` : name,
    description: product.description || name,
    sku: size ? `${_id}-${size}` : _id,
    image: picturesOf(product, shop.publicUrl),
    ...(size && { size }),
    ...(colour && { color: colour }),
    ...(fabric && { material: fabric }),
    offers: offerData(product, stock, shop),
  }
}

/** A product with a variant for each size, each with its own availability, and the pages of its other colours. */
function groupData(product: ProductDetail, shop: ShopData): object {
  const { _id, sizes, siblings = [], colourGroup } = product
  const { publicUrl } = shop
  const others = siblings.filter((sibling) => sibling._id !== _id)
  const variants = sizes.length > 0 ? sizes : [{ size: '', stock: product.stock }]
  return {
    '@type': 'ProductGroup',
    productGroupID: (others.length > 0 && colourGroup) || _id,
    url: `${publicUrl}/product/${_id}`,
    variesBy: [...(sizes.length > 0 ? ['size'] : []), ...(others.length > 0 ? ['color'] : [])].map(
      (property) => `https://schema.org/${property}`,
    ),
    hasVariant: [
      ...variants.map((variant) => variantData(product, variant, shop)),
      ...others.map((other) => ({ url: `${publicUrl}/product/${other._id}` })),
    ],
  }
}

/**
 * Structured data of a product for search engines. The rating is that of customers, never the sample rating.
 *
 * @see https://developers.google.com/search/docs/appearance/structured-data/product-variants
 */
export function productData(product: ProductDetail, shop: ShopData, reviews: ReviewsAnswer | null): object[] {
  const { shopName, publicUrl } = shop
  const { category, name } = product
  const hasVariants = product.sizes.length > 0 || (product.siblings?.length ?? 0) > 1
  return [
    {
      '@context': 'https://schema.org',
      ...(hasVariants ? groupData(product, shop) : variantData(product, { size: '', stock: product.stock }, shop)),
      name,
      description: product.description || name,
      image: picturesOf(product, publicUrl),
      brand: { '@type': 'Brand', name: shopName },
      category: category.name,
      audience: { '@type': 'PeopleAudience', suggestedGender: 'male', suggestedMinAge: 13 },
      ...(product.origin && { countryOfOrigin: product.origin }),
      ...(product.maker && { manufacturer: { '@type': 'Organization', name: product.maker } }),
      ...(reviews?.average !== undefined && {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: reviews.average, reviewCount: reviews.count },
      }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: `${publicUrl}/` },
        {
          '@type': 'ListItem',
          position: 2,
          name: category.name,
          item: `${publicUrl}/categories/${category.slug}`,
        },
        { '@type': 'ListItem', position: 3, name, item: `${publicUrl}/product/${product._id}` },
      ],
    },
  ]
}
