import { useState } from 'react'

import type { Route } from './+types/remittance'

import { RemittanceForm } from '#app/admin/cash/remittance-form.tsx'
import { RemittanceImport } from '#app/admin/cash/remittance-import.tsx'
import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'

const CALLS: ListCalls = {
  remit: {
    call: (api, { text }) =>
      api.remitByNumber({
        trackingNumber: text('trackingNumber'),
        amount: text('amount'),
        reference: text('reference'),
      }),
    failed: 'Failed to note the money',
    isInForm: true,
  },
}

export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Remittance', isIndexed: false })

export default function AdminRemittance() {
  const [times, setTimes] = useState(0)
  return (
    <AdminPage
      title="Remittance"
      lead="What a courier has paid out, against what was collected at the door. A parcel is noted when its amount is right to the paisa; everything else is told with its reason."
      actions={
        <ButtonLink to="/admin/cash" variant="outline" isSmall>
          All cash
        </ButtonLink>
      }
    >
      <h2 className="heading heading-3 mt-8">A courier’s sheet</h2>
      <RemittanceImport />
      <h2 className="heading heading-3 mt-10">One parcel by hand</h2>
      <RemittanceForm key={times} onDone={() => setTimes((before) => before + 1)} />
    </AdminPage>
  )
}
