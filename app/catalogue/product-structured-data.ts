import type { ProductDetail } from '#contract/catalogue.ts'
import { paidPrice } from '#contract/money.ts'
import type { ReviewsAnswer } from '#contract/reviews.ts'

/** Structured data of a product for search engines. The rating is that of customers, never the sample rating. */
export function productData(
  product: ProductDetail,
  shopName: string,
  publicUrl: string,
  reviews: ReviewsAnswer | null,
): object[] {
  const address = `${publicUrl}/product/${product._id}`
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      description: product.description,
      sku: product._id,
      image: product.images.map((src) => `${publicUrl}${src}?w=1200`),
      brand: { '@type': 'Brand', name: shopName },
      ...(product.colour && { color: product.colour }),
      ...(product.siblings && { inProductGroupWithID: product.colourGroup }),
      ...(product.fabric && { material: product.fabric }),
      category: product.category.name,
      ...(reviews?.average !== undefined && {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: reviews.average, reviewCount: reviews.count },
      }),
      offers: {
        '@type': 'Offer',
        url: address,
        priceCurrency: 'INR',
        price: paidPrice(product).toFixed(2),
        availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
        itemCondition: 'https://schema.org/NewCondition',
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: `${publicUrl}/` },
        {
          '@type': 'ListItem',
          position: 2,
          name: product.category.name,
          item: `${publicUrl}/categories/${product.category.slug}`,
        },
        { '@type': 'ListItem', position: 3, name: product.name, item: address },
      ],
    },
  ]
}
