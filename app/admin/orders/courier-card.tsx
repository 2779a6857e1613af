import { useState } from 'react'

import { CopyButton } from '#app/admin/shell/copy-button.tsx'
import { Card } from '#app/admin/orders/detail-card.tsx'
import { giveUpParcel } from '#app/admin/orders/change-order-status.ts'
import { mayShareNumbers } from '#app/admin/orders/ask-about-numbers.ts'
import { draftOf } from '#app/admin/orders/shipment-draft.ts'
import { ShipmentForm } from '#app/admin/orders/shipment-form.tsx'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { isSentStatus, STATUS_FACTS } from '#contract/states/order-states.ts'
import { formatTotal } from '#contract/units/money.ts'
import type { HandParcel, HandParcelInput } from '#contract/orders/hand-parcels.ts'
import type { OrderDetail, StaffOrder } from '#contract/orders/orders.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'

interface CourierCardProps {
  detail: OrderDetail
  onChange(order: StaffOrder): void
  /** What its parcel weighs or costs was changed, which the order itself does not say. */
  onMeasured(): void
}

/** What a parcel weighs, measures and costs, as far as somebody has said so. */
function measuresOf({ weightGrams, sides, cost }: HandParcel): string {
  const parts = [
    ...(weightGrams === null ? [] : [`${(weightGrams / 1000).toFixed(2)} kg`]),
    ...(sides === null ? [] : [`${sides.lengthCm} × ${sides.breadthCm} × ${sides.heightCm} cm`]),
    ...(cost === null ? [] : [`costs ${formatTotal(cost)}`]),
  ]
  return parts.join(' · ')
}

/** Who carries the parcel of an order that was shipped, what it weighs and costs, and the dialog that changes it. */
export function CourierCard({ detail, onChange, onMeasured }: CourierCardProps) {
  const { order, byHand } = detail
  const { shipment } = order
  const [isOpen, setIsOpen] = useState(false)
  const mayDo = useMayDo()
  const { isBusy, run } = useTask()
  const canChange = mayDo('shipping') && isSentStatus(order.status)
  return (
    <Card title="Courier">
      {shipment ? (
        <div className="grid gap-1 text-sm">
          <strong className="font-semibold">{shipment.name}</strong>
          {shipment.trackingNumber !== null && (
            <span className="order-number">
              <code className="id">{shipment.trackingNumber}</code>
              <CopyButton text={shipment.trackingNumber} name="the tracking number" />
            </span>
          )}
          {shipment.trackingLink !== null && (
            <a
              className="link justify-self-start"
              href={shipment.trackingLink}
              target="_blank"
              rel="noopener noreferrer"
            >
              Follow the parcel
            </a>
          )}
        </div>
      ) : (
        <p className="text-sm text-muted">Nobody has said who carries this parcel. The customer sees it once you do.</p>
      )}
      {byHand && <p className="mt-2 text-sm text-muted">{measuresOf(byHand)}</p>}
      {canChange && (
        <div className="no-print mt-4 flex flex-wrap gap-2">
          <Button variant="outline" isSmall onClick={() => setIsOpen(true)}>
            {shipment ? 'Change courier' : 'Add courier'}
          </Button>
          {STATUS_FACTS[order.status].parcel === 'under way' && mayDo('cancelling') && (
            <Button
              variant="outline"
              isSmall
              disabled={isBusy}
              onClick={() => void run(() => giveUpParcel(order, onChange))}
            >
              The parcel is lost
            </Button>
          )}
        </div>
      )}
      {isOpen && <CourierDialog {...{ detail, onChange, onMeasured }} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}

interface CourierDialogProps extends CourierCardProps {
  onClose(): void
}

function CourierDialog({ detail: { order, parcels = [], byHand }, onClose, onChange, onMeasured }: CourierDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(order.shipment))
  async function save(shipment: ShipmentInput | undefined, said: HandParcelInput | undefined) {
    if (!(await mayShareNumbers([{ orderId: order._id, trackingNumber: shipment?.trackingNumber }]))) return
    const { message, order: changed } = await browserApi.changeShipment(order._id, shipment ?? null, said)
    toastSuccess(message)
    onClose()
    onChange(changed)
    if (said) onMeasured()
  }
  return (
    <Dialog title="Courier" isOpen onClose={onClose} width="34rem">
      <ShipmentForm
        draft={draft}
        onDraft={setDraft}
        // Opening the dialog has focused its close button.
        focusOn={['courier']}
        byHand={parcels.some(({ state }) => state === 'booked') ? false : byHand}
        onSend={save}
        buttons={(isBusy) => (
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={onClose}>
              Not now
            </Button>
            <Button type="submit" isPending={isBusy}>
              Save
            </Button>
          </div>
        )}
      />
    </Dialog>
  )
}
