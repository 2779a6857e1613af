import { useState } from 'react'
import { data } from 'react-router'

import type { Route } from './+types/store-credit'

import { CallForm } from '#app/admin/list/call-form.tsx'
import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { Card } from '#app/admin/orders/detail-card.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { MOVEMENT_COLUMNS } from '#app/admin/store-credit/movement-columns.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { newIdempotencyKey } from '#app/api/new-idempotency-key.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FormFields, type FormField } from '#app/ui/form-fields.tsx'
import { formatLongDate } from '#app/ui/format-date.ts'
import { Table } from '#app/ui/table.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { formatTotal } from '#contract/units/money.ts'
import { MAX_CREDIT_REASON } from '#contract/accounts/store-credit-rules.ts'
import type { CustomerCredit } from '#contract/accounts/store-credit.ts'

const load = async (api: AdminApi, userId: string) => ({
  ...(await loadOrFailure(api.getCustomerCredit(userId), 'Failed to load store credit')),
  sendKey: newIdempotencyKey(),
})

const AMOUNT: FormField = { name: 'amount', label: 'Amount', prefix: '₹', inputMode: 'decimal', required: true }
const REASON = { name: 'reason', required: true, maxLength: MAX_CREDIT_REASON }
const GIFT: readonly FormField[] = [
  AMOUNT,
  { ...REASON, label: 'Reason (the customer reads it)' },
  { name: 'expiresOn', label: 'Last day on which it counts', type: 'date', hint: 'Empty: it does not end.' },
]
const TAKING: readonly FormField[] = [AMOUNT, { ...REASON, label: 'Reason (the customer reads it)' }]

const rupeesTyped = (typed: string) => Number(typed.replaceAll(/[₹,\s]/g, '') || Number.NaN)

const CALLS: ListCalls = {
  give: {
    call: (api, { id, text }) =>
      api.giveCredit(
        id,
        {
          amount: rupeesTyped(text('amount')),
          reason: text('reason'),
          expiresOn: text('expiresOn') || undefined,
        },
        text('sendKey'),
      ),
    failed: 'Failed to give store credit',
    isInForm: true,
  },
  takeBack: {
    call: (api, { id, text }) =>
      api.takeCreditBack(id, { amount: rupeesTyped(text('amount')), reason: text('reason') }, text('sendKey')),
    failed: 'Failed to take store credit back',
    isInForm: true,
  },
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.userId)
  return data(loaded, { status: loaded.answer ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.userId)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Admin store credit of a customer', isIndexed: false })

interface MoveFormProps {
  title: string
  act: string
  id: string
  fields: readonly FormField[]
  sendKey: string
}

/** The same until its form has worked: what is sent again after a lost answer is done once. */
function SendKey({ sendKey }: Pick<MoveFormProps, 'sendKey'>) {
  const [key] = useState(sendKey)
  return <input type="hidden" name="sendKey" value={key} />
}

function MoveForm({ title, act, id, fields, sendKey }: MoveFormProps) {
  return (
    <Card title={title}>
      <CallForm act={act} id={id} startsAnew className="grid gap-4" noValidate>
        {({ failure, isBusy }) => (
          <>
            <SendKey sendKey={sendKey} />
            <ErrorSummary failure={failure} />
            <FormFields fields={fields} errors={failure?.fields} />
            <div>
              <Button type="submit" variant={act === 'give' ? 'primary' : 'outline'} isSmall isPending={isBusy}>
                {title}
              </Button>
            </div>
          </>
        )}
      </CallForm>
    </Card>
  )
}

function Credit({ credit, sendKey }: { credit: CustomerCredit; sendKey: string }) {
  const { customer, balance, ending, movements } = credit
  const mayGive = useMayDo()('givingCredit')
  return (
    <>
      <p className="mt-4 text-lg">
        <strong>{formatTotal(balance)}</strong>
      </p>
      {ending.map(({ amount, on }) => (
        <p
          key={on}
          className="text-sm text-muted"
        >{`${formatTotal(amount)} of it counts until ${formatLongDate(on)}.`}</p>
      ))}
      {mayGive && (
        <div className="mt-6 grid gap-5 lg:grid-cols-2">
          <MoveForm title="Give store credit" act="give" id={customer._id} fields={GIFT} sendKey={sendKey} />
          {balance > 0 && (
            <MoveForm
              title="Take store credit back"
              act="takeBack"
              id={customer._id}
              fields={TAKING}
              sendKey={sendKey}
            />
          )}
        </div>
      )}
      {movements.length > 0 && (
        <div className="table-frame mt-6">
          <Table
            caption="Movements, newest first"
            columns={MOVEMENT_COLUMNS}
            rows={movements}
            rowKey={({ at, kind, change }) => `${at} ${kind} ${change}`}
          />
        </div>
      )}
    </>
  )
}

export default function AdminStoreCredit({ loaderData: { answer, failure, sendKey } }: Route.ComponentProps) {
  return (
    <AdminPage title="Store credit" lead={answer && `${answer.customer.name}, ${answer.customer.email}`}>
      {answer ? (
        <Credit key={answer.customer._id} credit={answer} sendKey={sendKey} />
      ) : (
        <LoadFailure failure={failure} />
      )}
    </AdminPage>
  )
}
