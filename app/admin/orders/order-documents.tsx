import { Card } from '#app/admin/orders/detail-card.tsx'
import { EInvoiceForm } from '#app/admin/orders/e-invoice-form.tsx'
import { documentTitle } from '#contract/tax/document-kinds.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'

interface OrderDocumentsProps {
  order: StaffOrder
  /** Whether this person may enter what the e-invoice portal answered; else they are only told that it is missing. */
  mayEnterIrn: boolean
  onChange(): void
}

/** The documents that were issued for an order, as PDFs. */
export function OrderDocuments({ order, mayEnterIrn, onChange }: OrderDocumentsProps) {
  return (
    <Card title="Documents">
      <ul className="grid gap-2 text-sm">
        {order.documents.map(({ _id, kind, number, irn, isIrnMissing }) => (
          <li key={_id}>
            <a className="link" href={`/api/admin/documents/${_id}`} download>
              {`${documentTitle(kind)} ${number}`}
            </a>
            {irn !== undefined && <p className="wrap-anywhere text-muted">{`IRN ${irn}`}</p>}
            {isIrnMissing && mayEnterIrn && <EInvoiceForm documentId={_id} number={number} onEnter={onChange} />}
            {isIrnMissing && !mayEnterIrn && <p className="text-muted">Its IRN is missing.</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
