import { useState } from 'react'

import type { Route } from './+types/old-addresses'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { OLD_ADDRESS_CARDS, oldAddressColumns } from '#app/admin/old-addresses/old-address-columns.tsx'
import { OldAddressForm } from '#app/admin/old-addresses/old-address-form.tsx'
import { OldAddressImport } from '#app/admin/old-addresses/old-address-import.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import type { OldAddress } from '#contract/catalogue/old-addresses/old-addresses.ts'

const ADDRESS = '/admin/old-addresses'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = { page: pageIn(query), search: wordsIn(query, 'search') }
  return {
    view,
    ...(await loadOrFailure(
      api.listOldAddresses({ ...view, limit: ROWS_PER_PAGE.oldAddresses }),
      'Failed to load the old addresses',
    )),
  }
}

const failed = 'Failed to save the old address'
const CALLS: ListCalls = {
  add: {
    call: (api, { text }) => api.addOldAddress({ path: text('path'), newPath: text('newPath') }),
    failed,
    isInForm: true,
  },
  change: {
    call: (api, { id, text }) => api.changeOldAddress(id, { path: text('path'), newPath: text('newPath') }),
    failed,
    isInForm: true,
  },
  delete: { call: (api, { id }) => api.deleteOldAddress(id), failed },
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Old addresses', isIndexed: false })

export default function AdminOldAddresses({ loaderData }: Route.ComponentProps) {
  const [form, setForm] = useState<{ edited?: OldAddress; times: number }>({ times: 0 })
  return (
    <AdminList
      path={ADDRESS}
      title="Old addresses"
      lead="Links and search engines that know an address of before are led on to the page of today. A page that the shop has at an old address counts first."
      search={{ name: 'Old addresses', placeholder: 'Any part of an address' }}
      note={
        <>
          <OldAddressForm
            key={form.times}
            edited={form.edited}
            onClose={() => setForm(({ times }) => ({ times: times + 1 }))}
          />
          <OldAddressImport />
        </>
      }
      list={loaderData}
      perPage={ROWS_PER_PAGE.oldAddresses}
      caption="Old addresses, the last changed first"
      columns={oldAddressColumns((edited) => setForm(({ times }) => ({ edited, times: times + 1 })))}
      cards={OLD_ADDRESS_CARDS}
      empty={{
        message: 'No old addresses found.',
        hint: 'An import from another shop fills them in, and so does every page whose address you change.',
      }}
    />
  )
}
