import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

import type { Route } from './+types/dashboard'

import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { CreateCategoryForm, DeleteCategoryForm } from '#app/admin/products/category-forms.tsx'
import { CreateProductForm } from '#app/admin/products/create-product-form.tsx'
import { choiceIn } from '#app/admin/shell/list-view.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { useAdminEvents } from '#app/admin/shell/admin-events.ts'
import { SalesFigures } from '#app/admin/reports/sales-figures.tsx'
import { browserApi } from '#app/api/admin-browser.ts'
import { serverApi } from '#app/api/context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import { ADMIN_WORDINGS } from '#contract/admin-wordings.ts'
import { WORDINGS } from '#contract/wordings.ts'

async function load(api: AdminApi, url: string) {
  const days = choiceIn(new URL(url).searchParams, 'days', ['1', '7', '30'])
  const [counts, sales] = await Promise.all([
    loadOrFailure(api.getDashboard(), ADMIN_WORDINGS.dashboardFailed),
    loadOrFailure(api.getFigures({ days }), ADMIN_WORDINGS.dashboardFailed),
  ])
  return { ...counts, sales }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin dashboard', isIndexed: false })

const FIRST_AFTER_MS = 1000
/** The shortest time between two reloads, because figures are costly to count. */
const AT_MOST_EVERY_MS = 10_000

/** Calls `reload` soon after something was bought or written, and then no more often than every ten seconds. */
function useLiveDashboard(reload: () => void): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(0)
  useEffect(() => () => clearTimeout(waiting.current), [])
  useAdminEvents((event) => {
    if (event.kind === 'product' || waiting.current !== undefined) return
    const since = performance.now() - last.current
    waiting.current = setTimeout(
      () => {
        waiting.current = undefined
        last.current = performance.now()
        reload()
      },
      Math.max(FIRST_AFTER_MS, AT_MOST_EVERY_MS - since),
    )
  })
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div className="card p-6">
      <dt className="text-muted">{label}</dt>
      <dd className="display mt-2 text-5xl tabular-nums">{count}</dd>
    </div>
  )
}

export default function AdminDashboard({ loaderData: { answer, failure, sales } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const names = answer?.categories.map(({ name }) => name) ?? []
  const reload = () => void revalidate()
  useLiveDashboard(reload)
  return (
    <AdminPage title="Admin Dashboard">
      {failure && <p className="error-summary mt-6">{failure || WORDINGS.fallback}</p>}
      <dl className="mt-8 grid gap-5 sm:grid-cols-3">
        <Count label="Products" count={answer?.prodcount ?? 0} />
        <Count label="Categories" count={answer?.categcount ?? 0} />
        <Count label="Orders" count={answer?.ordercount ?? 0} />
      </dl>
      <div className="mt-8 grid gap-5 lg:grid-cols-[1.6fr_1fr]">
        <CreateProductForm categories={names} onCreated={reload} />
        <div className="grid content-start gap-5">
          <CreateCategoryForm onChanged={reload} />
          <DeleteCategoryForm names={names} onChanged={reload} />
        </div>
      </div>
      {sales.answer ? (
        <SalesFigures figures={sales.answer} />
      ) : (
        !failure && <p className="error-summary mt-8">Error: {sales.failure}</p>
      )}
    </AdminPage>
  )
}
