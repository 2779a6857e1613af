import type { WantedProduct } from '#app/cart/wanted-product-storage.ts'
import type { Api } from '#contract/api/api.ts'
import type { ProductDetail } from '#contract/catalogue/catalogue.ts'
import { catchCode } from '#contract/api/errors.ts'
import { formatRupees } from '#contract/units/money.ts'

export interface ChosenProduct {
  product: ProductDetail
  size: string | undefined
  /** A mail is wanted once it is back in stock, instead of a place in the cart. */
  wantsMail: boolean
}

/** The product that waits for the sign-in, as it is shown. Null if none does, or if it is no longer sold. */
export async function findProductToAdd(api: Api, wanted: WantedProduct | undefined): Promise<ChosenProduct | null> {
  if (!wanted) return null
  const product = await catchCode(api.getProduct(wanted.productId), 'not_found', null)
  if (!product) return null
  // The size may come from an address, so only a size of the product is shown.
  const size = product.sizes.find((one) => one.size === wanted.size)?.size
  return { product, size, wantsMail: wanted.wantsMail === true }
}

/** Picture, name, size and price. */
export function ProductToAdd({ waiting: { product, size } }: { waiting: ChosenProduct }) {
  return (
    <div className="flex items-center gap-4">
      {product.images[0] && (
        <img
          src={`${product.images[0]}?w=160`}
          alt=""
          width={64}
          height={80}
          className="rounded-control object-cover"
        />
      )}
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{product.name}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          {size && <span className="text-muted">{`Size ${size}`}</span>}
          <span className="price">{formatRupees(product.discountedPrice ?? product.price)}</span>
        </p>
      </div>
    </div>
  )
}

interface ProductToAddNoticeProps {
  waiting: ChosenProduct | null
  /** What is to be done first: 'Log in'. */
  step: string
  text: string
}

/**
 * The product that waits, above the forms of sign-in and registration, and `text`. If a mail is wanted, `step` leads to
 * it.
 */
export function ProductToAddNotice({ waiting, step, text }: ProductToAddNoticeProps) {
  if (!waiting) return null
  const { size = 'it', wantsMail } = waiting
  return (
    <section
      aria-label={wantsMail ? 'To be back in stock' : 'Waits for your cart'}
      className="card mt-6 grid gap-3 p-4"
    >
      <p className="text-muted">{wantsMail ? `${step}, and we e-mail you once ${size} is back.` : text}</p>
      <ProductToAdd waiting={waiting} />
    </section>
  )
}
