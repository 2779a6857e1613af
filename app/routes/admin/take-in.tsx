import { useState } from 'react'

import type { Route } from './+types/take-in'

import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { wordsIn } from '#app/admin/list/query-parameters.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { billFromForm } from '#app/admin/stock/bill-from-form.ts'
import { BILLS, STOCK } from '#app/admin/stock/stock-view.ts'
import { TakeInForm } from '#app/admin/stock/take-in-form.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { dayInIndia } from '#contract/units/india-time.ts'

const load = (api: AdminApi, url: string) => ({
  code: wordsIn(new URL(url).searchParams, 'code'),
  today: dayInIndia(new Date(api.now())),
})

const CALLS: ListCalls = {
  takeIn: {
    call: (api, { text }) => api.takeIn(billFromForm(text)),
    failed: 'Failed to take in the stock',
    isInForm: true,
  },
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Take in stock', isIndexed: false })

export default function AdminTakeIn({ loaderData: { code, today } }: Route.ComponentProps) {
  const [times, setTimes] = useState(0)
  return (
    <AdminPage
      title="Take in stock"
      above={{ to: STOCK, label: 'Stock' }}
      lead="What a supplier’s bill brings comes to the shelf at once. Its cost makes the value of the stock and the margin of orders, by moving average."
      actions={
        <ButtonLink to={BILLS} variant="outline" isSmall>
          All bills
        </ButtonLink>
      }
    >
      <TakeInForm
        key={times}
        code={times === 0 ? code : undefined}
        today={today}
        onDone={() => setTimes((before) => before + 1)}
      />
    </AdminPage>
  )
}
