import { Link } from 'react-router'

import type { WaitingParcel } from '#app/admin/packing/waiting-parcels.ts'
import { Button } from '#app/ui/button.tsx'
import { shortIdOf } from '#contract/schemas/short-id.ts'

interface RefusedParcelsProps {
  parcels: readonly WaitingParcel[]
  onRead(orderId: string): void
}

/** Parcels that were closed at the table and cannot leave, each with its number and why. */
export function RefusedParcels({ parcels, onRead }: RefusedParcelsProps) {
  if (parcels.length === 0) return null
  return (
    <section aria-label="Parcels that were not shipped" className="error-summary mt-4" role="alert">
      <ul className="grid gap-3">
        {parcels.map(({ orderId, name, shipment, refusal }) => (
          <li key={orderId} className="flex flex-wrap items-center justify-between gap-2">
            <p className="min-w-0 wrap-anywhere">
              <Link className="link" to={`/admin/orders/${orderId}`}>
                {`#${shortIdOf(orderId)} ${name}`}
              </Link>
              <span>{` ${shipment?.trackingNumber ?? ''} was not shipped. ${refusal}`}</span>
            </p>
            <Button variant="outline" isSmall onClick={() => onRead(orderId)} aria-label={`Read about ${name}`}>
              Read
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
