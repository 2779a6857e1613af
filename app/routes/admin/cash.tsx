import { Link } from 'react-router'

import type { Route } from './+types/cash'

import { DAY_CARDS, DAY_COLUMNS, PARCEL_CARDS, PARCEL_COLUMNS } from '#app/admin/cash/cash-columns.tsx'
import { CASH, CASH_CALLS, cashAddress, filtersOf, loadCash, tabsOf, type CashView } from '#app/admin/cash/cash-view.ts'
import { FINDING_CARDS, FINDING_COLUMNS } from '#app/admin/cash/cash-finding-columns.tsx'
import { ListSection } from '#app/admin/list/admin-list.tsx'
import { callFromBrowser, callFromPage } from '#app/admin/list/list-calls.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { formatDate } from '#app/ui/format-date.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { formatTotal } from '#contract/units/money.ts'
import type { CashDaysAnswer } from '#contract/orders/cash-parcels.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => loadCash(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadCash(browserApi, request.url)

export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CASH_CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CASH_CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Cash', isIndexed: false })

/** What the days of the list come to. */
const Sums = ({ sums: { due, collected, remitted, refused } }: Pick<CashDaysAnswer, 'sums'>) => (
  <p className="mb-3 text-sm">
    <span>Together: </span>
    <strong>{`${formatTotal(collected)} collected and not remitted`}</strong>
    <span>{`, ${formatTotal(due)} due, ${formatTotal(remitted)} remitted, ${formatTotal(refused)} refused.`}</span>
  </p>
)

/** Says which day the parcels are of, and leads to those of every day. */
const DayNote = ({ view, day }: { view: CashView; day: string }) => (
  <p className="mb-3 text-sm">
    <span>{`Sent on ${formatDate(day)}. `}</span>
    <Link className="link" to={cashAddress({ ...view, day: undefined, page: 1 })}>
      Show every day
    </Link>
  </p>
)

export default function AdminCash({ loaderData }: Route.ComponentProps) {
  const { view, days, parcels, findings } = loaderData
  const list = {
    path: CASH,
    tabs: tabsOf(view),
    perPage: ROWS_PER_PAGE.cash,
    search: {
      name: 'Cash',
      placeholder: 'Tracking number, order or name',
      filters: filtersOf(loaderData),
      hasWords: parcels !== undefined,
      kept: ['show', 'day'],
    },
  }
  return (
    <AdminPage
      title="Cash"
      lead="What couriers collect at the door, what they have paid out, and what they still owe."
      actions={
        <ButtonLink to={`${CASH}/remittance`} isSmall>
          Note a remittance
        </ButtonLink>
      }
    >
      {findings && (
        <ListSection
          {...list}
          {...findings}
          view={view}
          caption="What couriers paid that matches no parcel, newest first"
          columns={FINDING_COLUMNS}
          cards={FINDING_CARDS}
          empty={{ message: view.dealt ? 'Nothing here.' : 'Nothing to deal with.' }}
        />
      )}
      {parcels && (
        <ListSection
          {...list}
          {...parcels}
          view={view}
          above={view.day !== undefined && <DayNote view={view} day={view.day} />}
          caption="Parcels with cash to collect, the last to leave first"
          columns={PARCEL_COLUMNS}
          cards={PARCEL_CARDS}
          empty={{ message: 'No such parcels.', hint: 'Parcels of orders for cash stand here once they have left.' }}
        />
      )}
      {days && (
        <ListSection
          {...list}
          {...days}
          view={view}
          above={days.answer && <Sums sums={days.answer.sums} />}
          caption="Cash by courier and day, the newest day first"
          columns={DAY_COLUMNS}
          cards={DAY_CARDS}
          rowKey={({ day, courier }) => `${day} ${courier}`}
          empty={
            view.show === undefined
              ? { message: 'No courier owes anything.' }
              : { message: 'No such days.', hint: 'Parcels of orders for cash stand here once they have left.' }
          }
        />
      )}
    </AdminPage>
  )
}
