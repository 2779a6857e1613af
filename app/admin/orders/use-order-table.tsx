import { useNavigate } from 'react-router'

import type { Selection } from '#app/admin/list/use-selection.ts'
import { changeCash, changeOrderStatus } from '#app/admin/orders/change-order-status.ts'
import { deliverOrders } from '#app/admin/orders/deliver-orders.ts'
import { hasMoved, ORDER_CARDS, orderColumns } from '#app/admin/orders/order-columns.tsx'
import { addressOf, shownSort, sortOf, type OrderView } from '#app/admin/orders/order-list-view.ts'
import { useShipping } from '#app/admin/orders/use-shipping.tsx'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import type { Sort } from '#app/ui/table.tsx'
import type { StaffOrder } from '#contract/orders/orders.ts'

interface OrderTableOptions {
  view: OrderView
  selection: Selection
  onChange(order: StaffOrder): void
}

/**
 * The table of the orders: its columns with their steps, its rows, how it is sorted, and what is done with the chosen
 * ones.
 */
export function useOrderTable({ view, selection, onChange }: OrderTableOptions) {
  const mayDo = useMayDo()
  const navigate = useNavigate()
  const { send, reload, dialog } = useShipping(selection)
  return {
    send,
    booked: reload,
    deliver: (orders: readonly StaffOrder[]) => deliverOrders(orders, onChange),
    dialog,
    cards: ORDER_CARDS,
    columns: orderColumns({
      selection,
      onStep: (order, to, reason) => changeOrderStatus(order, { to, reason }, onChange),
      onSend: (order) => send([order]),
      onConfirm: (order) => changeCash(order, 'confirmed', onChange),
      listed: view.status,
      hasMoney: mayDo('payers'),
    }),
    rowProps: ({ _id, status }: StaffOrder) => ({
      className: hasMoved(status, view.status) ? 'is-moved' : undefined,
      'data-selected': selection.chosen.has(_id) ? '' : undefined,
    }),
    sort: shownSort(view),
    onSort: (sort: Sort) => void navigate(addressOf({ ...view, sort: sortOf(sort), page: 1 })),
  }
}
