import { Truck, X } from 'lucide-react'
import { Fragment, useEffect, useId, useRef, useState } from 'react'

import { shippingWait, WAITS_FOR_CONFIRMING } from '#app/admin/orders/shipping-wait.ts'
import { focusFirst } from '#app/admin/shell/focus-after-render.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { useShop } from '#app/api/use-shop.ts'
import { showConfirmWithNote } from '#app/ui/alert-dialog.tsx'
import { TONE_COLOURS } from '#app/ui/status-badge.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { isUnsentStatus, nextStatuses, STATUS_FACTS, type OrderStatus } from '#contract/states/order-states.ts'
import { formatTotal } from '#contract/units/money.ts'
import { amountLeft } from '#contract/orders/cancelled-items.ts'
import { MAX_CANCEL_REASON } from '#contract/orders/cancel-reasons.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import type { StaffOrder } from '#contract/orders/orders.ts'

interface OrderActionsProps {
  order: StaffOrder
  /** `reason`: why it is cancelled. */
  onStep(order: StaffOrder, to: OrderStatus, reason?: string): Promise<void>
  /** Ships the order with a courier. */
  onSend(order: StaffOrder): void
  /** Confirms an order for cash, as its customer wants it. */
  onConfirm(order: StaffOrder): Promise<void>
  /** In a row of a list: only the first step is written out. */
  isCompact?: boolean
}

/** A new button does nothing for this long, because a second press was meant for the button before it. */
const NEW_STEP_PAUSE_MS = 1500

/** Tells whether a step's button works: at once if the step could be taken before, else after a pause. */
function useReadySteps(status: OrderStatus, wait: string | undefined): (to: OrderStatus) => boolean {
  const [settled, setSettled] = useState({ status, wait })
  const isSettled = settled.status === status && settled.wait === wait
  useEffect(() => {
    if (isSettled) return undefined
    const timer = setTimeout(() => setSettled({ status, wait }), NEW_STEP_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isSettled, status, wait])
  return (to) =>
    isSettled || (nextStatuses(settled.status).includes(to) && (to !== 'shipped' || settled.wait === undefined))
}

/** What is asked before an order is cancelled, and what becomes of a parcel that is with its courier already. */
function cancelQuestion({ status, payment }: StaffOrder): { question: string; outcome?: string } {
  const isCash = typeof payment === 'object' && payment !== null
  if (isUnsentStatus(status)) {
    return { question: isCash ? 'Cancel this order?' : 'Cancel this order and refund its payment?' }
  }
  const question = 'Its parcel is on its way. Cancel this order and call the parcel back?'
  const afterwards = isCash ? 'Its pieces come' : 'Its payment and its pieces come'
  return { question, outcome: `${afterwards} back once the parcel is here again.` }
}

/**
 * Asks before an order is cancelled, and why. Resolves to the reason, which may be empty; undefined if it is to be
 * kept.
 */
function askWhyCancelled(order: StaffOrder): Promise<string | undefined> {
  const { _id, user, totalAmount, cancelledAmount } = order
  const { question, outcome } = cancelQuestion(order)
  const amount = totalAmount === null ? [] : [formatTotal(amountLeft({ totalAmount, cancelledAmount }))]
  const facts = [`Order #${shortIdOf(_id)}`, user.name, ...amount].join(' · ')
  return showConfirmWithNote(
    {
      question,
      about: outcome === undefined ? facts : `${facts}. ${outcome}`,
      confirmLabel: 'Cancel order',
      cancelLabel: 'Keep order',
    },
    { label: 'Reason (only the staff see it)', maxLength: MAX_CANCEL_REASON },
  )
}

/** Buttons for the next steps of an order, or its final status. Cancelling asks for confirmation first. */
export function OrderActions({ order, onStep, onSend, onConfirm, isCompact }: OrderActionsProps) {
  const { isBusy, run } = useTask()
  const isLive = !useShop().isSandbox
  const wait = isUnsentStatus(order.status) ? shippingWait(order, isLive) : undefined
  const isReady = useReadySteps(order.status, wait)
  const pauseId = useId()
  const mayDo = useMayDo()
  const { endLabel, tone } = STATUS_FACTS[order.status]
  const taken = useRef<OrderStatus>(undefined)

  // The pressed button was disabled or removed, so the focus moves to the next step.
  useEffect(() => {
    const to = taken.current
    if (isBusy || to === undefined) return
    taken.current = undefined
    if (document.activeElement !== document.body) return
    const steps = `[data-steps="${order._id}"]`
    focusFirst(`${steps} [data-step="${to}"]:enabled`, `${steps} button:enabled`, `span${steps}`)
  }, [isBusy, order._id])

  async function take(to: OrderStatus) {
    if (!isReady(to)) return
    taken.current = to
    await run(async () => {
      const isCancelling = STATUS_FACTS[to].button?.area === 'cancelling'
      const reason = isCancelling ? await askWhyCancelled(order) : undefined
      if (!isCancelling || reason !== undefined) await onStep(order, to, reason || undefined)
    })
  }

  if (endLabel !== null) {
    return (
      <span
        data-steps={order._id}
        tabIndex={-1}
        className={`${TONE_COLOURS[tone]}${tone === 'cancelled' ? ' line-through' : ''}`}
      >
        {endLabel}
      </span>
    )
  }
  const isPausing = nextStatuses(order.status).some((to) => !isReady(to))
  return (
    <div className={isCompact ? 'order-actions' : 'flex flex-wrap gap-2'} data-steps={order._id}>
      {nextStatuses(order.status).map((to) => {
        const { button } = STATUS_FACTS[to]
        if (button === null || !mayDo(button.area)) return null
        const { label, area } = button
        if (to === 'shipped' && wait === WAITS_FOR_CONFIRMING) {
          return (
            <Button
              key="confirm"
              isSmall
              disabled={isBusy}
              aria-label="Confirm the order"
              onClick={() => void run(() => onConfirm(order))}
            >
              {isCompact ? 'Confirm' : 'Confirm the order'}
            </Button>
          )
        }
        const props = {
          isSmall: true,
          disabled: isBusy || (to === 'shipped' && wait !== undefined),
          'aria-disabled': isReady(to) ? undefined : true,
          'aria-describedby': isReady(to) ? undefined : pauseId,
          'data-step': to,
          onClick: () => void take(to),
        } as const
        if (isCompact && area === 'cancelling') {
          return <IconButton key={to} {...props} label={label} title={label} icon={X} size={16} />
        }
        return (
          <Fragment key={to}>
            <Button {...props} variant={area === 'shipping' ? 'primary' : 'outline'}>
              {label}
            </Button>
            {to === 'shipped' && wait === undefined && (
              <CourierButton isCompact={isCompact} disabled={isBusy} onClick={() => onSend(order)} />
            )}
          </Fragment>
        )
      })}
      {wait && <span className="w-0 min-w-full text-xs text-muted">{wait}</span>}
      {isPausing && (
        <span id={pauseId} className="w-0 min-w-full text-xs text-muted">
          The next step opens in a moment
        </span>
      )}
    </div>
  )
}

interface CourierButtonProps {
  isCompact: boolean | undefined
  disabled: boolean
  onClick(): void
}

function CourierButton({ isCompact, ...props }: CourierButtonProps) {
  const label = 'Send with a courier'
  if (isCompact) return <IconButton {...props} isSmall label={label} title={label} icon={Truck} size={16} />
  return (
    <Button {...props} isSmall variant="outline">
      {label}
    </Button>
  )
}
