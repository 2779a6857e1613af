import { data } from 'react-router'

import type { Route } from './+types/delivery'

import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { useShop } from '#app/api/use-shop.ts'
import type { DeliveryAnswer } from '#app/delivery/ask-delivery.ts'
import { DeliveryPromise } from '#app/delivery/delivery-promise.tsx'
import { PinField } from '#app/delivery/pin-field.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Link } from '#app/ui/link.tsx'
import type { Api } from '#contract/api/api.ts'
import { isShopError } from '#contract/api/errors.ts'

interface Loaded {
  pin: string
  /** The product that the question came from; empty for none. */
  product: string
  answer?: DeliveryAnswer
}

async function load(api: Api, url: string): Promise<Loaded> {
  const query = new URL(url).searchParams
  const asked = { pin: query.get('pin') ?? '', product: query.get('product') ?? '' }
  if (asked.pin === '') return asked
  try {
    return { ...asked, answer: { delivery: await api.getDelivery(asked.pin) } }
  } catch (error) {
    if (!isShopError(error) || ![400, 404].includes(error.status)) throw error
    return { ...asked, answer: { refusal: error.message } }
  }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  return data(await load(serverApi(context), request.url))
}
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Delivery', isIndexed: false })

/** Says what is promised to a PIN code: where the question of the product page leads without JavaScript. */
export default function DeliveryScreen({ loaderData: { pin, product, answer } }: Route.ComponentProps) {
  const { delivery, deliveryDays } = useShop()
  return (
    <div className="container max-w-2xl py-12">
      <h1 className="heading heading-1">Delivery</h1>
      {delivery ? (
        <form action="/delivery" className="mt-8 grid gap-4">
          <PinField key={pin} defaultValue={pin} />
          {product && <input type="hidden" name="product" value={product} />}
          <div role="status">{answer && <DeliveryPromise answer={answer} />}</div>
        </form>
      ) : (
        <p className="lead mt-5">{`We deliver to every PIN code in India, ${deliveryDays.join(' to ')} days after the order.`}</p>
      )}
      {product && (
        <p className="mt-6">
          <Link to={`/product/${encodeURIComponent(product)}`} className="link">
            Back to the product
          </Link>
        </p>
      )}
    </div>
  )
}
