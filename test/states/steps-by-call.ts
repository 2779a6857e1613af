import { ORDER_STATUSES } from '#contract/states/order-states.ts'
import { ENDED_STATUSES, RETURN_STATUSES, SETTLED_STATUSES } from '#contract/states/return-states.ts'
import { canLeave, isIn, orderOf, PRICE_PAISE, type Now, type Step, type Walked } from '#test/states/walked-order.ts'

const returnOf = ({ now }: Walked) => now.return?.id ?? ''

const ORDER_BY_STAFF = ORDER_STATUSES.map((to): Step => ({
  by: 'staff',
  name: 'order',
  to,
  canTry: ({ order }) => order !== null,
  needs: (now) => to !== 'shipped' || canLeave(now),
  act: ({ admin }, walked) => admin.api.changeOrderStatus(orderOf(walked), to),
}))

const piecesOf = ({ now }: Walked) => [{ _id: now.lineId, quantity: 1, condition: 'as new' as const }]
const RETURN_BY_STAFF = RETURN_STATUSES.filter((to) => to !== 'asked').map((to): Step => ({
  by: 'staff',
  name: 'return',
  to,
  canTry: (now) => now.return !== null,
  needs: (now) =>
    to === 'inspected'
      ? isIn(now, 'return', 'received')
      : !now.isSettled || !(ENDED_STATUSES as readonly string[]).includes(to),
  act: ({ admin }, walked) =>
    admin.api.changeReturn(returnOf(walked), {
      to,
      ...(to === 'refused' && { reason: 'It was worn.' }),
      ...(to === 'inspected' && { pieces: piecesOf(walked) }),
    }),
}))

const hasPiece = (now: Now) =>
  isIn(now, 'order', 'delivered') && (now.return === null || isIn(now, 'return', ...ENDED_STATUSES))
const requestOf = ({ now }: Walked) => ({
  lines: [{ _id: now.lineId, quantity: 1, reason: 'too small' as const }],
  wayBack: 'pick-up' as const,
})

/** What a customer and the staff may try by calls. */
export const CALLS: readonly Step[] = [
  ...ORDER_BY_STAFF,
  ...RETURN_BY_STAFF,
  {
    by: 'customer',
    name: 'order',
    to: 'cancelled',
    canTry: ({ order }) => order !== null,
    act: (_walk, walked) => walked.buyer.api.cancelMyOrder(orderOf(walked)),
  },
  {
    by: 'customer',
    name: 'return',
    to: 'asked',
    canTry: ({ order }) => order !== null,
    isAnew: hasPiece,
    needs: hasPiece,
    act: (_walk, walked) => walked.buyer.api.askForReturn(orderOf(walked), requestOf(walked)),
  },
  {
    by: 'staff',
    name: 'return',
    to: 'approved',
    canTry: (now) => now.order !== null && !isIn(now, 'return', 'asked'),
    isAnew: hasPiece,
    needs: hasPiece,
    act: ({ admin }, walked) => admin.api.takeBack(orderOf(walked), requestOf(walked)),
  },
  {
    by: 'staff',
    name: 'return',
    to: 'lost',
    canTry: (now) => now.order !== null && now.return === null,
    needs: (now) => isIn(now, 'order', 'shipped'),
    act: ({ admin }, walked) => admin.api.giveUpParcel(orderOf(walked)),
  },
  {
    by: 'staff',
    name: 'return',
    to: 'inspected',
    how: 'because it has arrived',
    canTry: (now) => now.return !== null,
    needs: (now) =>
      isIn(now, 'order', 'cancelled') && isIn(now, 'return', 'on its way', 'lost') && !now.isCash && !now.isSettled,
    act: ({ admin }, walked) => admin.api.changeReturn(returnOf(walked), { delivered: true }),
  },
  {
    by: 'customer',
    name: 'return',
    to: 'withdrawn',
    canTry: (now) => now.return !== null,
    needs: ({ isSettled }) => !isSettled,
    act: (_walk, walked) => walked.buyer.api.withdrawReturn(orderOf(walked), returnOf(walked)),
  },
  {
    by: 'staff',
    name: 'refund',
    to: 'pending',
    canTry: (now) => now.return !== null && isIn(now, 'payment', 'captured'),
    needs: (now) => isIn(now, 'return', ...SETTLED_STATUSES) && !now.isSettled && !now.isDelivered,
    act: ({ admin }, walked) => admin.api.changeReturn(returnOf(walked), { refund: true }),
  },
  ...(['collected', 'refused'] as const).map((to): Step => ({
    by: 'staff',
    name: 'cash',
    to,
    canTry: ({ order }) => order !== null,
    needs: (now) => now.isCash && isIn(now, 'order', 'shipped'),
    act: ({ admin }, walked) => admin.api.changeCash(orderOf(walked), to),
  })),
  {
    by: 'staff',
    name: 'cash',
    to: 'remitted',
    canTry: (now) => now.order !== null && !isIn(now, 'cash', 'remitted'),
    act: ({ admin }, walked) => admin.api.remitCash(orderOf(walked), PRICE_PAISE / 100),
  },
]
