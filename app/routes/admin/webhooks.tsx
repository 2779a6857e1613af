import type { Route } from './+types/webhooks'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { WEBHOOK_CARDS, WEBHOOK_COLUMNS } from '#app/admin/webhooks/webhook-columns.tsx'
import { WebhookForm } from '#app/admin/webhooks/webhook-form.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import type { WebhookTopic } from '#contract/programs/webhook-topics.ts'

const ADDRESS = '/admin/webhooks'
const limit = ROWS_PER_PAGE.webhooks

const load = async (api: AdminApi) => ({
  view: { page: 1 },
  ...(await loadOrFailure(api.listWebhooks({ page: 1, limit }), 'Failed to load the webhooks')),
})

const failed = 'Failed to change the webhook'
const CALLS: ListCalls = {
  add: {
    // The server checks what a form names as a topic.
    call: (api, { text, chosen }) => api.addWebhook({ url: text('url'), topics: chosen('topic') as WebhookTopic[] }),
    failed: 'Failed to add the webhook',
    isInForm: true,
    isShownOnce: true,
  },
  pause: { call: (api, { id }) => api.changeWebhook(id, { isPaused: true }), failed },
  resume: { call: (api, { id }) => api.changeWebhook(id, { isPaused: false }), failed },
  delete: { call: (api, { id }) => api.deleteWebhook(id), failed },
}

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Webhooks', isIndexed: false })

export default function AdminWebhooks({ loaderData }: Route.ComponentProps) {
  return (
    <AdminList
      path={ADDRESS}
      title="Webhooks"
      lead="The shop tells other programs what has changed as soon as it has, signed by a secret that only they know."
      note={<WebhookForm />}
      list={loaderData}
      perPage={limit}
      caption="Webhooks, oldest first"
      columns={WEBHOOK_COLUMNS}
      cards={WEBHOOK_CARDS}
      empty={{ message: 'No webhooks yet.', hint: 'Its engineer gives you the address, and gets the secret from you.' }}
    />
  )
}
