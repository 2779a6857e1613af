import { Link } from 'react-router'

import { changeText, movementText } from '#app/store-credit/movement-text.ts'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Column } from '#app/ui/table.tsx'
import type { CustomerCredit } from '#contract/accounts/store-credit.ts'

/** The columns of a customer's movements. */
export const MOVEMENT_COLUMNS: Column<CustomerCredit['movements'][number]>[] = [
  {
    key: 'what',
    header: 'What',
    isRowHeader: true,
    cell: (movement) => (
      <span className="wrap-anywhere">
        {movement.orderId === undefined ? (
          <span>{movementText(movement)}</span>
        ) : (
          <Link className="link" to={`/admin/orders/${movement.orderId}`}>
            {movementText(movement)}
          </Link>
        )}
        <span className="block text-sm font-normal text-muted">
          {[formatDateTime(movement.at), movement.by && `by ${movement.by}`].filter(Boolean).join(', ')}
        </span>
      </span>
    ),
  },
  {
    key: 'change',
    header: 'Amount',
    align: 'end',
    cell: ({ change }) => <span className="price">{changeText(change)}</span>,
  },
]
