import { Card } from '#app/admin/orders/detail-card.tsx'
import { documentTitle } from '#contract/document-kinds.ts'
import type { Order } from '#contract/orders.ts'

/** The documents that were issued for an order, as PDFs. */
export function OrderDocuments({ order }: { order: Order }) {
  return (
    <Card title="Documents">
      <ul className="grid gap-2 text-sm">
        {order.documents.map(({ _id, kind, number }) => (
          <li key={_id}>
            <a className="link" href={`/api/admin/documents/${_id}`} download>
              {`${documentTitle(kind)} ${number}`}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
