import { Link } from 'react-router'

import type { Route } from './+types/offers'

import { ListPages } from '#app/admin/list/list-pages.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { pageIn } from '#app/admin/list/query-parameters.ts'
import { ListLoading } from '#app/admin/list/list-loading.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatDate } from '#app/ui/format-date.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useDerivedState } from '#app/ui/use-derived-state.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import type { OfferState } from '#contract/offers/offer-limits.ts'
import type { Offer } from '#contract/offers/offers.ts'
import { ROWS_PER_PAGE } from '#contract/http/rows-per-page.ts'

const ADDRESS = '/admin/offers'

async function load(api: AdminApi, url: string) {
  const page = pageIn(new URL(url).searchParams)
  return {
    page,
    ...(await loadOrFailure(api.listOffers({ page, limit: ROWS_PER_PAGE.offers }), 'Failed to load offers')),
  }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin offers', isIndexed: false })

const STATE_LABELS: Record<OfferState, string> = {
  running: 'Running',
  'starts later': 'Starts later',
  ended: 'Ended',
  'used up': 'Used up',
  off: 'Off',
}

function daysOf({ startsOn, endsOn }: Offer): string {
  if (startsOn && endsOn) return `${formatDate(startsOn)} – ${formatDate(endsOn)}`
  if (startsOn) return `From ${formatDate(startsOn)}`
  return endsOn ? `Until ${formatDate(endsOn)}` : 'Always'
}

const columnsFor = (onSwitch: (offer: Offer) => Promise<void>): Column<Offer>[] => [
  {
    key: 'offer',
    header: 'Offer',
    className: 'sm:w-1/3',
    isRowHeader: true,
    cell: ({ _id, summary }) => (
      <Link className="link" to={`${ADDRESS}/${encodeURIComponent(_id)}`}>
        <TwoLineText text={summary} />
      </Link>
    ),
  },
  {
    key: 'how',
    header: 'How',
    isWideOnly: true,
    cell: ({ code }) => (code === undefined ? 'By itself' : 'With a code'),
  },
  { key: 'days', header: 'Days', className: 'sm:w-44', cell: daysOf },
  {
    key: 'used',
    header: 'Used',
    align: 'end',
    cell: ({ used, maxUses }) => (maxUses === undefined ? used : `${used} of ${maxUses.toLocaleString('en-IN')}`),
  },
  {
    key: 'state',
    header: 'Status',
    className: 'sm:w-26',
    cell: ({ state }) => <Badge kind={state === 'running' ? 'marigold' : 'plain'}>{STATE_LABELS[state]}</Badge>,
  },
  {
    key: 'actions',
    header: 'Actions',
    className: 'sm:w-28',
    cell: (offer) => (
      <Button
        variant="outline"
        isSmall
        className="whitespace-nowrap"
        aria-label={`Switch ${offer.isActive ? 'off' : 'on'} ${offer.code ?? offer.name}`}
        onClick={() => void onSwitch(offer)}
      >
        {offer.isActive ? 'Switch off' : 'Switch on'}
      </Button>
    ),
  },
]

export default function AdminOffers({ loaderData: { page, answer, failure } }: Route.ComponentProps) {
  const [offers, setOffers] = useDerivedState(answer, (given) => given?.items ?? [])

  async function change({ _id, isActive }: Offer) {
    const changed = await answerOrToast(browserApi.switchOffer(_id, !isActive), 'Failed to change the offer')
    if (!changed) return
    setOffers((known) => known.map((one) => (one._id === _id ? changed.offer : one)))
    toastSuccess(changed.message)
  }

  return (
    <AdminPage
      title="Offers"
      lead="A cart gets the one offer that takes most off. Offers are not added up."
      actions={<ButtonLink to={`${ADDRESS}/new`}>Create Offer</ButtonLink>}
    >
      <ListLoading path={ADDRESS} text="Loading..." />
      {failure !== undefined && <p className="error-summary">{`Error: ${failure}`}</p>}
      {failure === undefined && offers.length === 0 && (
        <EmptyState message="No offers yet. Create one with a code, or one that applies by itself." />
      )}
      {offers.length > 0 && (
        <div className="table-frame list-table list-cards offer-cards mt-6">
          <Table
            caption="Offers, newest first"
            isCaptionHidden
            columns={columnsFor(change)}
            rows={offers}
            rowKey={({ _id }) => _id}
          />
        </div>
      )}
      <ListPages path={ADDRESS} view={{ page }} total={answer?.total} perPage={ROWS_PER_PAGE.offers} />
    </AdminPage>
  )
}
