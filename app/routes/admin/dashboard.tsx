import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

import type { Route } from './+types/dashboard'

import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { CreateCategoryForm, DeleteCategoryForm } from '#app/admin/products/category-forms.tsx'
import { CreateProductForm } from '#app/admin/products/create-product-form.tsx'
import { choiceIn } from '#app/admin/list/query-parameters.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { loadOrFailure, type LoadedOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { useAdminEvents } from '#app/admin/shell/admin-events.ts'
import { FirstSteps, type FirstStep } from '#app/admin/dashboard/first-steps.tsx'
import { OtherStatesHint } from '#app/admin/dashboard/other-states-hint.tsx'
import { ToDoList } from '#app/admin/dashboard/to-do-list.tsx'
import { SalesFigures } from '#app/admin/dashboard/sales-figures.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { useShop } from '#app/api/use-shop.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import { mayDo, type StaffArea } from '#contract/accounts/staff-areas.ts'

async function load(api: AdminApi, url: string) {
  const days = choiceIn(new URL(url).searchParams, 'days', ['1', '7', '30'])
  const me = await loadOrFailure(api.getAdminMe(), ADMIN_WORDINGS.dashboardFailed)
  const may = (area: StaffArea) => !me.answer || mayDo(me.answer.staffRole ?? 'owner', area)
  // What is not the person's part is not asked for: each refusal would be a security event in the log.
  const ask = <Answer,>(area: StaffArea, call: () => Promise<Answer>): Promise<LoadedOrFailure<Answer>> =>
    may(area)
      ? loadOrFailure(call(), ADMIN_WORDINGS.dashboardFailed)
      : Promise.resolve({ failure: ADMIN_WORDINGS.dashboardFailed })
  const [counts, sales, waiting, orders, settings, products, messages] = await Promise.all([
    ask('figures', () => api.getDashboard()),
    ask('figures', () => api.getFigures({ days })),
    ask('ownAccount', () => api.getWaiting()),
    ask('orders', () => api.countOrders()),
    ask('settings', () => api.listSettings()),
    ask('catalogue', () => api.listProductsForAdmin({ state: 'on sale', page: 1, limit: 12 })),
    ask('messages', () => api.countContacts()),
  ])
  const valueOf = (name: string) => settings.answer?.settings.find((one) => one.name === name)?.value
  const isSet = (name: string) => Boolean(valueOf(name))
  const done = {
    hasCategory: (counts.answer?.categcount ?? 0) > 0,
    isAddressed: isSet('addressLines') && isSet('addressCity') && isSet('addressPin'),
    hasReadPolicies: isSet('arePoliciesRead'),
    hasProduct: (products.answer?.totalProducts ?? 0) > 0,
    hasPicture: Boolean(products.answer?.products.some(({ images }) => images.length > 0)),
    hasShipped: (orders.answer?.shipped ?? 0) + (orders.answer?.delivered ?? 0) > 0,
  }
  // A step counts as missing only after all answers have arrived.
  const isKnown = Boolean(counts.answer && orders.answer && settings.answer && products.answer)
  return {
    ...counts,
    sales,
    waiting: waiting.answer,
    dueSoon: messages.answer?.dueSoon,
    done: isKnown ? done : undefined,
    mustRegister: valueOf('taxRegistration') === 'none' && isSet('sendsToOtherStates'),
  }
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
    <div className="card flex items-baseline justify-between gap-x-3 px-4 py-3 max-sm:flex-col max-sm:px-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-2xl font-bold tabular-nums">{count}</dd>
    </div>
  )
}

interface Done {
  hasCategory: boolean
  isAddressed: boolean
  hasReadPolicies: boolean
  hasProduct: boolean
  hasPicture: boolean
  hasShipped: boolean
}

/** The steps from an empty shop to the first parcel, in the order in which they are best done. */
function firstStepsOf(done: Done, { isSandbox, sendsMail }: { isSandbox: boolean; sendsMail: boolean }): FirstStep[] {
  return [
    {
      label: 'Create a category',
      hint: 'Such as Shirts; each product is in one. The form “Create Category” is on this page. Next comes a product.',
      to: '#create-category',
      isDone: done.hasCategory,
    },
    {
      label: 'Put your first product on sale',
      hint: 'The form “Create Product” is on this page; many at once come by Import. Next comes its picture.',
      to: '#create-product',
      isDone: done.hasProduct,
    },
    {
      label: 'Give it a picture',
      hint: 'One from your phone will do. Next, make the shop yours.',
      to: '/admin/products',
      isDone: done.hasPicture,
    },
    {
      label: 'Enter the name and address of the seller',
      hint: 'Customers and the law want to know who sells. Registered for GST? That is below, under Tax. Next come the policies.',
      to: '/admin/settings#seller',
      isDone: done.isAddressed,
    },
    {
      label: 'Read the policies',
      hint: 'Privacy, terms, returns and shipping have texts to begin with. Make them true of your shop and tick that you have. Next come the payments.',
      to: '/admin/settings#policies',
      isDone: done.hasReadPolicies,
    },
    {
      label: 'Connect the payments',
      hint: 'No money moves until the shop has the keys of a Razorpay account. They are set where the shop runs. Next comes the mail.',
      isDone: !isSandbox,
    },
    {
      label: 'Connect the mail',
      hint: 'Without a mail server customers hear nothing of their orders. It is set where the shop runs. Then wait for the first order.',
      isDone: sendsMail,
    },
    {
      label: 'Ship your first order',
      hint: 'It appears under Orders as soon as somebody has paid. Press “Ship” when it leaves the house.',
      to: '/admin/neworders',
      isDone: done.hasShipped,
    },
  ]
}

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { answer, failure, sales, waiting, dueSoon, done, mustRegister } = loaderData
  const { revalidate } = useRevalidator()
  const shop = useShop()
  const mayEditCatalogue = useMayDo()('catalogue')
  const names = answer?.categories.map(({ name }) => name) ?? []
  const reload = () => void revalidate()
  useLiveDashboard(reload)
  const steps = done && firstStepsOf(done, shop)
  return (
    <AdminPage title="Admin Dashboard">
      {failure && <p className="error-summary mt-4">{failure}</p>}
      {steps && !done.hasShipped && <FirstSteps steps={steps} />}
      {waiting && (
        <ToDoList
          waiting={waiting}
          dueSoon={dueSoon}
          lowStock={mayEditCatalogue ? sales.answer?.lowStockCount : undefined}
        />
      )}
      {mustRegister && <OtherStatesHint />}
      {/* In a shop that sells already, the day's work comes first. */}
      {steps && done.hasShipped && <FirstSteps steps={steps} />}
      <dl className="mt-6 grid grid-cols-3 gap-3 max-sm:gap-2">
        <Count label="Products" count={answer?.prodcount ?? 0} />
        <Count label="Categories" count={answer?.categcount ?? 0} />
        <Count label="Orders" count={answer?.ordercount ?? 0} />
      </dl>
      {sales.answer ? <SalesFigures figures={sales.answer} /> : !failure && <LoadFailure failure={sales.failure} />}
      {mayEditCatalogue && (
        <div className="mt-8 grid gap-5 lg:grid-cols-[1.6fr_1fr]">
          <CreateProductForm categories={names} onCreated={reload} />
          <div className="grid content-start gap-5">
            <CreateCategoryForm onChanged={reload} />
            <DeleteCategoryForm names={names} onChanged={reload} />
          </div>
        </div>
      )}
    </AdminPage>
  )
}
