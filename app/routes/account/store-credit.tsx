import type { Route } from './+types/store-credit'

import { AccountHeading } from '#app/account/account-links.tsx'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { changeText, movementText } from '#app/store-credit/movement-text.ts'
import { Deferred } from '#app/ui/deferred.tsx'
import { formatDate, formatLongDate } from '#app/ui/format-date.ts'
import { Loading } from '#app/ui/spinner.tsx'
import type { CustomerApi } from '#contract/api/customer-api.ts'
import { catchCode } from '#contract/api/errors.ts'
import { formatTotal } from '#contract/units/money.ts'
import type { StoreCredit } from '#contract/accounts/store-credit.ts'

const NONE: StoreCredit = { balance: 0, ending: [], movements: [] }

/** Returns none without a session; the guard around this screen redirects to the sign-in. */
const load = (api: CustomerApi): Promise<StoreCredit> => catchCode(api.getStoreCredit(), 'unauthenticated', NONE)

export const loader = async ({ context }: Route.LoaderArgs) => ({ credit: await load(serverApi(context)) })
export const clientLoader = () => ({ credit: load(browserApi) })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your store credit', isIndexed: false })

function Movements({ balance, ending, movements }: StoreCredit) {
  return (
    <>
      <p className="heading heading-2 mt-6">{formatTotal(balance)}</p>
      {ending.map(({ amount, on }) => (
        <p key={on} className="mt-1 text-sm text-muted">
          {`${formatTotal(amount)} of it counts until ${formatLongDate(on)}.`}
        </p>
      ))}
      <ul className="mt-6 grid border-t border-line">
        {movements.map((movement, place) => (
          <li key={place} className="flex justify-between gap-4 border-b border-line py-3 text-sm">
            <span className="min-w-0 wrap-anywhere">
              <span className="block">{movementText(movement)}</span>
              <span className="block text-muted">{formatDate(movement.at)}</span>
            </span>
            <span className="price whitespace-nowrap">{changeText(movement.change)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

export default function StoreCreditScreen({ loaderData }: Route.ComponentProps) {
  return (
    <div className="container max-w-2xl py-10">
      <AccountHeading title="Your store credit" />
      <p className="mt-5 text-muted">It pays for whatever you order. The checkout asks whether you want to use it.</p>
      <Deferred value={loaderData.credit} waiting={<Loading text="Loading..." />}>
        {(credit) => <Movements {...credit} />}
      </Deferred>
    </div>
  )
}
