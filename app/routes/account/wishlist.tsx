import { useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import type { Route } from './+types/wishlist'

import { isHinted } from '#app/account/signed-in-hint.ts'
import { browserApi } from '#app/api/browser-api.ts'
import { useShop } from '#app/api/use-shop.ts'
import { serverApi } from '#app/api/request-context.ts'
import { ProductCard } from '#app/catalogue/lists/product-card.tsx'
import { GRID } from '#app/catalogue/lists/product-grid.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Deferred } from '#app/ui/deferred.tsx'
import { LazyPopularProducts } from '#app/catalogue/lists/lazy-popular-products.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatLongDate } from '#app/ui/format-date.ts'
import { Loading } from '#app/ui/spinner.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { HeartButton } from '#app/wishlist/heart-button.tsx'
import { priceDropNote } from '#app/wishlist/price-drop-note.ts'
import { hasSavedHere, showSaved } from '#app/wishlist/heart-state.ts'
import type { Api } from '#contract/api/api.ts'
import { catchCode } from '#contract/api/errors.ts'
import type { StockRequest, WishlistEntry } from '#contract/cart/wishlist.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

interface Account {
  wishlist: WishlistEntry[]
  requests: StockRequest[]
}

/** Null for a visitor, whose wishlist is on the device. */
async function load(api: Api): Promise<Account | null> {
  const answers = await catchCode(Promise.all([api.getWishlist(), api.listStockRequests()]), 'unauthenticated', null)
  if (!answers) return null
  const [{ wishlist }, { requests }] = answers
  return { wishlist, requests }
}

/** Adds what was saved on this device before the sign-in, then loads the wishlist. */
async function joinAndLoad(): Promise<Account | null> {
  if (hasSavedHere()) await import('#app/wishlist/wishlist.ts').then((wishlist) => wishlist.load(true))
  return load(browserApi)
}

export const loader = async ({ context }: Route.LoaderArgs) => ({ loading: await load(serverApi(context)) })
export const clientLoader = () => ({ loading: isHinted('customer') ? joinAndLoad() : null })

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Wishlist', isIndexed: false })

export default function WishlistPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // The server has made the page without what is on this device.
    if (isHinted('customer') && hasSavedHere()) void revalidate()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, [])
  return (
    <div className="container py-10">
      <h1 className="heading heading-1">Wishlist</h1>
      <Deferred value={loaderData.loading} waiting={<Loading text="Loading..." />}>
        {(account) =>
          account ? (
            <>
              <Entries entries={account.wishlist} />
              <Requests first={account.requests} />
            </>
          ) : (
            <VisitorEntries />
          )
        }
      </Deferred>
    </div>
  )
}

function VisitorEntries() {
  const [entries, setEntries] = useState<WishlistEntry[]>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    import('#app/wishlist/wishlist.ts')
      .then(({ listVisitorEntries }) => listVisitorEntries())
      .then(setEntries, () => setHasFailed(true))
  }, [])
  if (hasFailed) return <p className="field-error mt-6">{WORDINGS.products.fetchFailed}</p>
  if (!entries) return <Loading text="Loading..." />
  return (
    <>
      {entries.length > 0 && (
        <p className="mt-3 text-muted">
          Saved on this device.{' '}
          <Link to="/signin" className="link">
            Login
          </Link>{' '}
          to have it everywhere.
        </p>
      )}
      <Entries entries={entries} />
    </>
  )
}

/** A product whose heart is taken off stays until the page is left, so that a wrong press can be taken back. */
function Entries({ entries }: { entries: WishlistEntry[] }) {
  const { words } = useShop()
  // Without it, a press before the wishlist is read again would save the product a second time instead of removing it.
  useEffect(() => showSaved(entries.map(({ productId }) => productId)), [entries])
  if (entries.length === 0) {
    return (
      <div className="mt-8">
        <EmptyState message={words.emptyWishlist}>
          <ButtonLink to="/getproducts">Our Products</ButtonLink>
        </EmptyState>
        <LazyPopularProducts />
      </div>
    )
  }
  return (
    <ul className={`mt-8 ${GRID}`}>
      {entries.map((entry) => (
        <li key={entry.productId}>
          {entry.product ? (
            <ProductCard product={entry.product} place="lazy" priceNote={priceDropNote(entry)} />
          ) : (
            <Gone entry={entry} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Gone({ entry: { productId, name, price } }: { entry: WishlistEntry }) {
  return (
    <article className="relative">
      <div className="grid aspect-4/5 place-items-center rounded-card bg-card p-4 text-center text-sm text-muted">
        No longer for sale
      </div>
      <HeartButton product={{ _id: productId, name, price }} className="absolute end-1 top-1" />
      <h2 className="mt-3 text-sm font-semibold">{name}</h2>
    </article>
  )
}

const called = ({ name, size }: StockRequest) => (size === undefined ? name : `${name}, size ${size}`)

/** The sold-out sizes that the customer waits for. */
function Requests({ first }: { first: StockRequest[] }) {
  const [requests, setRequests] = useState(first)
  if (requests.length === 0) return null
  async function cancel(request: StockRequest) {
    const answer = await answerOrToast(
      browserApi.cancelStockRequest(request.productId, request.size),
      WORDINGS.fallback,
    )
    if (!answer) return
    toastSuccess(answer.message)
    setRequests((known) => known.filter((one) => one !== request))
  }
  return (
    <section aria-labelledby="stock-requests" className="mt-16 max-w-2xl">
      <h2 id="stock-requests" className="heading heading-2">
        E-mail when back
      </h2>
      <ul className="mt-5 border-t border-line">
        {requests.map((request) => (
          <li
            key={called(request)}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3 text-sm"
          >
            <div className="min-w-0">
              <Link to={`/product/${request.productId}`} className="font-semibold hover:underline">
                {called(request)}
              </Link>
              <p className="text-muted">{`Asked on ${formatLongDate(request.askedAt)}`}</p>
            </div>
            <Button
              variant="outline"
              isSmall
              aria-label={`Do not e-mail me about ${called(request)}`}
              onClick={() => void cancel(request)}
            >
              Do not e-mail me
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
