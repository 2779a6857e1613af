import type { Route } from './+types/product-at'

import { isoOf, momentIn, productAddress, SHOP_AT } from '#app/admin/sales/moment-address.ts'
import { MomentForm } from '#app/admin/sales/moment-form.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { ProductPicture } from '#app/catalogue/product-picture.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { DiscountBadge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Price } from '#app/ui/price.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { instantInIndia } from '#contract/units/india-time.ts'
import { percentOff } from '#contract/units/money.ts'

async function load(api: AdminApi, id: string, url: string) {
  const at = momentIn(new URL(url).searchParams, api.now())
  return { id, at, ...(await loadOrFailure(api.getProductAt(id, isoOf(at)), 'Failed to load the product')) }
}

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  load(serverApi(context), params.id, request.url)
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load(browserApi, params.id, request.url)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'A product on a day to come', isIndexed: false })

const WIDTHS = '(min-width: 768px) 40vw, 92vw'

export default function ProductAt({ loaderData }: Route.ComponentProps) {
  const { id, at, answer: product, failure } = loaderData
  const percent = product && percentOff(product)
  return (
    <AdminPage
      title={product?.name ?? 'A product on a day to come'}
      above={{ to: `${SHOP_AT}?at=${encodeURIComponent(at)}`, label: 'All products at this moment' }}
      actions={
        <ButtonLink to={`/admin/products/${encodeURIComponent(id)}/prices`} variant="outline" isSmall>
          Prices until now
        </ButtonLink>
      }
    >
      <MomentForm action={productAddress(id, at).split('?', 1)[0] ?? SHOP_AT} at={at} />
      <LoadFailure failure={failure} />
      {product && (
        <div className="mt-6 grid items-start gap-8 md:grid-cols-2">
          <ProductPicture product={product} sizes={WIDTHS} isFirst />
          <div className="grid gap-4">
            <p role="status">{`On ${formatDateTime(new Date(instantInIndia(at)))}, as the sales are now:`}</p>
            <p className="flex flex-wrap items-center gap-3">
              <Price price={product.price} discountedPrice={product.discountedPrice} className="text-2xl" />
              {percent !== undefined && <DiscountBadge percent={percent} />}
            </p>
            <p className="whitespace-pre-line">{product.description}</p>
          </div>
        </div>
      )}
    </AdminPage>
  )
}
