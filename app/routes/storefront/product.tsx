import { lazy, useEffect, type ComponentType } from 'react'
import { data, redirect } from 'react-router'

import type { Route } from './+types/product'

import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { textIn } from '#app/api/form-result.ts'
import { restore, useRestorable } from '#app/api/back-button-data.ts'
import { useShop } from '#app/api/use-shop.ts'
import { wantedQuery } from '#app/cart/wanted-product-query.ts'
import { FeaturedSection } from '#app/catalogue/rows/featured-section.tsx'
import { loadRows, restoreRows, rowsBySlug } from '#app/catalogue/rows/featured-rows.ts'
import { Gallery } from '#app/catalogue/product/gallery.tsx'
import { productData } from '#app/catalogue/product/product-structured-data.ts'
import { PIN_FORM } from '#app/delivery/pin-form.ts'
import { PurchaseBox } from '#app/catalogue/product/purchase-box.tsx'
import { Rating } from '#app/catalogue/product/rating.tsx'
import { Swatches } from '#app/catalogue/swatches.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { StructuredData } from '#app/shell/structured-data.tsx'
import { AsSent } from '#app/ui/as-sent.tsx'
import { Badge, DiscountBadge } from '#app/ui/badge.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Deferred } from '#app/ui/deferred.tsx'
import { Price } from '#app/ui/price.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import { useLazyModule } from '#app/ui/use-lazy-module.ts'
import type { ProductDetail } from '#contract/catalogue/catalogue.ts'
import { HeartButton } from '#app/wishlist/heart-button.tsx'
import { FEATURED_ROWS } from '#contract/catalogue/lists/featured-rows.ts'
import { shownPrices } from '#contract/catalogue/shown-prices.ts'
import { percentOff } from '#contract/units/money.ts'
import type { ReviewsAnswer } from '#contract/catalogue/reviews/reviews.ts'
import { catchCode, isShopError } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** From so many characters on a name is set smaller. */
const LONG_NAME = 60

const orNull = <Answer,>(call: Promise<Answer>): Promise<Answer | null> => catchCode(call, 'not_found', null)

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = serverApi(context)
  const [product, reviews, rows] = await Promise.all([
    orNull(api.getProduct(params.id)),
    orNull(api.listReviews(params.id)),
    loadRows(api, 'product'),
  ])
  return data({ product, reviews, rows }, { status: product ? 200 : 404 })
}
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => ({
  product: restore(request, 'product', () => orNull(browserApi.getProduct(params.id))),
  reviews: restore(request, 'reviews', () => orNull(browserApi.listReviews(params.id))),
  rows: restoreRows(browserApi, request, 'product'),
})

/** Adds to the cart by a plain form, for browsers without JavaScript. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const size = textIn(await request.formData(), `size-${params.id}`) || undefined
  try {
    await serverApi(context).addToCart(params.id, size)
  } catch (error) {
    if (!isShopError(error)) throw error
    if (error.code === 'unauthenticated') return redirect(`/signin${wantedQuery({ productId: params.id, size })}`)
    return { failure: error.message }
  }
  return redirect('/cart')
}

export const meta: Route.MetaFunction = ({ matches, params, loaderData }) => {
  const product = loaderData?.product
  if (product === null) return pageMeta(matches, { title: WORDINGS.products.notFound, isIndexed: false })
  if (!product || product instanceof Promise) return pageMeta(matches, { title: 'Product' })
  return pageMeta(matches, {
    title: product.name,
    description: product.description.slice(0, 160),
    path: `/product/${params.id}`,
    ...(product.images[0] && { image: `${product.images[0]}?w=1200` }),
  })
}

// The server's page has the facts and the reviews already; their code comes only for the next product.
const late = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
const ProductDetailRows = late<{ product: ProductDetail }>(() =>
  import('#app/catalogue/product/product-details.tsx').then((part) => part.ProductDetailRows),
)
const Reviews = late<{ reviews: ReviewsAnswer }>(() =>
  import('#app/catalogue/product/reviews.tsx').then((part) => part.Reviews),
)

interface ProductViewProps {
  product: ProductDetail
  reviews: ReviewsAnswer | null | Promise<ReviewsAnswer | null>
  failure: string | undefined
}

function ProductView({ product, reviews, failure }: ProductViewProps) {
  const shop = useShop()
  const { category } = product
  const prices = shownPrices(product, shop)
  const percent = percentOff(prices)
  const [RelatedProducts, loadMore] = useLazyModule(() =>
    import('#app/catalogue/rows/related-product-rows.tsx').then((part) => part.RelatedProducts),
  )
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  useEffect(loadMore, [])
  return (
    <>
      <title>{`${product.name} · ${shop.shopName}`}</title>
      <StructuredData
        data={import.meta.env.SSR ? productData(product, shop, reviews instanceof Promise ? null : reviews) : undefined}
      />
      <Breadcrumbs
        crumbs={[
          { label: 'Home', to: '/' },
          { label: category.name, to: `/categories/${encodeURIComponent(category.slug)}` },
          { label: product.name },
        ]}
      />
      <div className="product-view mt-2 grid gap-3 md:mt-6 md:gap-10 lg:grid-cols-[1.2fr_1fr]">
        <Gallery product={product} />
        <div className="grid content-start gap-5 lg:sticky lg:top-28">
          <Badge kind="stitched">{category.name || 'Uncategorized'}</Badge>
          <h1
            className={`heading ${product.name.length > LONG_NAME ? 'heading-2' : 'heading-1'} wrap-anywhere max-md:-order-2 max-md:text-2xl`}
          >
            {product.name}
          </h1>
          <Deferred value={reviews} waiting={<p className="min-h-6" />} failed={<Rating productId={product._id} />}>
            {(loaded) => <Rating productId={product._id} reviews={loaded} />}
          </Deferred>
          <div className="relative pe-14 max-md:-order-1 max-md:-mt-3">
            <HeartButton product={product} className="absolute end-0 top-0" />
            <p className="flex items-center gap-3 has-[small]:items-baseline">
              <Price {...prices} className="text-2xl" />
              {percent !== undefined && <DiscountBadge percent={percent} />}
            </p>
            <p className="text-xs text-muted">inclusive of all taxes</p>
          </div>
          <p className="whitespace-pre-line text-muted">{product.description}</p>
          <Swatches product={product} />
          <PurchaseBox key={product._id} product={product} reviews={reviews} failure={failure} />
          {/* The question stands inside the form above, and its field belongs to this one. */}
          {shop.delivery && <form hidden id={PIN_FORM} action="/delivery" />}
          <AsSent>
            <ProductDetailRows product={product} />
          </AsSent>
        </div>
      </div>
      <Deferred value={reviews} waiting={null} failed={null}>
        {(loaded) =>
          loaded !== null &&
          loaded.count > 0 && (
            <AsSent>
              <Reviews reviews={loaded} />
            </AsSent>
          )
        }
      </Deferred>
      {RelatedProducts && <RelatedProducts key={product._id} product={product} />}
    </>
  )
}

function Missing({ id }: { id: string }) {
  useEffect(() => {
    import('#app/catalogue/rows/recently-viewed.ts').then(
      ({ removeSeen }) => removeSeen(id, localStorage),
      () => undefined,
    )
  }, [id])
  return (
    <div className="py-16 text-center">
      <h1 className="heading heading-1">{WORDINGS.products.notFound}</h1>
      <p className="mb-8 mt-4 text-muted">{"The product you're looking for doesn't exist."}</p>
      <ButtonLink to="/getproducts">Our Products</ButtonLink>
    </div>
  )
}

export default function ProductPage({
  loaderData: { product, reviews, rows },
  params,
  actionData,
}: Route.ComponentProps) {
  useRestorable({ product, reviews, ...rowsBySlug(rows) })
  return (
    <>
      <div className="container py-6 max-md:pt-2">
        <Deferred key={params.id} value={product} waiting={<Loading text="Loading product details..." />}>
          {(loaded) =>
            loaded ? (
              <ProductView product={loaded} reviews={reviews} failure={actionData?.failure} />
            ) : (
              <Missing id={params.id} />
            )
          }
        </Deferred>
      </div>
      <section aria-labelledby="explore-more" className="pt-10 not-has-[h2~*]:hidden">
        <h2 id="explore-more" className="container heading heading-2">
          Explore More
        </h2>
        {FEATURED_ROWS.map((row, index) => (
          <FeaturedSection key={row.slug} row={row} products={rows[index] ?? []} isOptional exceptId={params.id} />
        ))}
      </section>
    </>
  )
}
