import { data } from 'react-router'

import type { Route } from './+types/webhook'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { choiceIn, pageIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { DELIVERY_CARDS, DELIVERY_COLUMNS, STATE_LABELS } from '#app/admin/webhooks/delivery-columns.tsx'
import { WebhookActions } from '#app/admin/webhooks/webhook-actions.tsx'
import { WebhookForm } from '#app/admin/webhooks/webhook-form.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { DELIVERY_STATES, type WebhookTopic } from '#contract/programs/webhook-topics.ts'

const limit = ROWS_PER_PAGE.deliveries

async function load(api: AdminApi, id: string, url: string) {
  const query = new URL(url).searchParams
  const view = { page: pageIn(query), state: choiceIn(query, 'state', DELIVERY_STATES) }
  const asked = Promise.all([api.getWebhook(id), api.listDeliveries(id, { ...view, limit })])
  const { answer, failure } = await loadOrFailure(asked, 'Failed to load the webhook')
  return { id, view, failure, webhook: answer?.[0], answer: answer?.[1] }
}

const failed = 'Failed to change the webhook'
const callsOf = (webhookId: string): ListCalls => ({
  change: {
    // The server checks what a form names as a topic.
    call: (api, { text, chosen }) =>
      api.changeWebhook(webhookId, { url: text('url'), topics: chosen('topic') as WebhookTopic[] }),
    failed,
    isInForm: true,
  },
  test: { call: (api) => api.testWebhook(webhookId), failed: 'Failed to send the test event' },
  renew: { call: (api) => api.renewWebhookSecret(webhookId), failed, isShownOnce: true },
  sendAgain: { call: (api, { id }) => api.sendAgain(webhookId, id), failed: 'Failed to send it again' },
})

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.webhookId, request.url)
  return data(loaded, { status: loaded.webhook ? 200 : 404 })
}
export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) =>
  load(browserApi, params.webhookId, request.url)
export const action = ({ context, request, params }: Route.ActionArgs) =>
  callFromPage(serverApi(context), request, callsOf(params.webhookId))
export const clientAction = ({ request, params }: Route.ClientActionArgs) =>
  callFromBrowser(request, callsOf(params.webhookId))

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Webhook', isIndexed: false })

export default function AdminWebhook({ loaderData }: Route.ComponentProps) {
  const { id, webhook, view } = loaderData
  const path = `/admin/webhooks/${id}`
  const tabs = [
    { label: 'All', to: path, isCurrent: view.state === undefined },
    ...DELIVERY_STATES.map((state) => ({
      label: STATE_LABELS[state],
      to: `${path}?state=${state}`,
      isCurrent: view.state === state,
    })),
  ]
  return (
    <AdminList
      path={path}
      title="Webhook"
      parent={{ to: '/admin/webhooks', label: 'All webhooks' }}
      lead={webhook?.url}
      filters={
        webhook && (
          <>
            <WebhookForm key={webhook._id} edited={webhook} />
            <WebhookActions webhook={webhook} />
          </>
        )
      }
      tabs={{ label: 'Deliveries', tabs }}
      list={loaderData}
      perPage={limit}
      caption="Deliveries, newest first"
      columns={DELIVERY_COLUMNS}
      cards={DELIVERY_CARDS}
      empty={{ message: 'Nothing here.', hint: 'Deliveries are kept for thirty days.' }}
    />
  )
}
