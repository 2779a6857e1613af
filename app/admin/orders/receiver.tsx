import { Link } from 'react-router'

import { CustomerSignOut } from '#app/admin/orders/customer-sign-out.tsx'
import { Card, Facts } from '#app/admin/orders/detail-card.tsx'
import { CopyButton } from '#app/admin/shell/copy-button.tsx'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import { formatDate } from '#app/ui/format-date.ts'
import { deliveryText } from '#contract/delivery/delivery-text.ts'
import { pinTyped } from '#contract/schemas/pin-code.ts'
import { stateTyped } from '#contract/schemas/state-spellings.ts'
import type { OrderDetail, StaffOrder } from '#contract/orders/orders.ts'
import { counted } from '#contract/words/counted.ts'

const addressText = ({ fullName, street, city, state, pincode, phone }: NonNullable<StaffOrder['address']>) =>
  `${fullName}\n${street}\n${city}, ${stateTyped(state)} ${pinTyped(pincode)}\n${phone}`

const EmailLink = ({ email }: { email: string }) => (
  <a className="link" href={`mailto:${email}`}>
    <BreakableEmail email={email} />
  </a>
)

const OrdersLink = ({ email, count }: { email: string; count: number }) => (
  <Link className="link" to={`/admin/neworders?search=${encodeURIComponent(email)}`}>
    {counted(count, 'order')}
  </Link>
)

const CreditLink = ({ userId }: { userId: string }) => (
  <Link className="link" to={`/admin/customers/${encodeURIComponent(userId)}/store-credit`}>
    Open
  </Link>
)

/** Where the parcel goes, and whose order it is. */
export function Receiver({ detail: { order, customer } }: { detail: OrderDetail }) {
  const { address, buyerGstin, buyerFirm, deliverBy, user } = order
  const mayDo = useMayDo()
  return (
    <>
      <Card title="Deliver to">
        {address ? (
          <address className="wrap-anywhere not-italic">
            <span>{address.fullName}</span>
            <br />
            <span>{address.street}</span>
            <br />
            <span>{`${address.city}, ${address.state} ${address.pincode}`}</span>
            <br />
            <span>{address.phone}</span>
            {buyerGstin && (
              <>
                <br />
                <span>{[buyerFirm && `Billed to ${buyerFirm}`, `GSTIN ${buyerGstin}`].filter(Boolean).join(', ')}</span>
              </>
            )}
            {deliverBy && (
              <>
                <br />
                <span className="font-semibold">{deliveryText({ by: deliverBy })}</span>
              </>
            )}
            <span className="no-print mt-4 block">
              <CopyButton text={addressText(address)} name="the address" label="Copy address" />
            </span>
          </address>
        ) : (
          <p className="text-muted">No address yet. The customer is asked for it in the profile.</p>
        )}
      </Card>
      <Card title="Customer">
        <Facts
          facts={[
            ['Name', user.name],
            ...(user.email === null ? [] : [['Email', <EmailLink key="email" email={user.email} />] as const]),
            ['Phone', customer.phone || '–'],
            ...(customer.since === null ? [] : [['Since', formatDate(customer.since)] as const]),
            ...(user.email === null || customer.orders === null
              ? []
              : [['Bought', <OrdersLink key="orders" email={user.email} count={customer.orders} />] as const]),
            ...(mayDo('storeCredit') ? [['Store credit', <CreditLink key="credit" userId={user._id} />] as const] : []),
          ]}
        />
        {mayDo('customerSessions') && user.email && <CustomerSignOut customer={user} />}
      </Card>
    </>
  )
}
