import type { Shipment } from '#contract/orders/shipments.ts'

interface ParcelTrackingProps {
  shipment: Pick<Shipment, 'name' | 'trackingNumber' | 'trackingLink'>
  /** What the courier does, before the name. */
  deed?: string
}

/** Who carries a parcel, and the link to follow it. */
export function ParcelTracking({
  shipment: { name, trackingNumber, trackingLink },
  deed = 'Sent with',
}: ParcelTrackingProps) {
  return (
    <p className="mt-4 text-sm wrap-anywhere">
      <span>{deed}</span> <strong className="font-semibold">{name}</strong>
      {trackingNumber !== null && (
        <>
          <span>, tracking number </span>
          <code>{trackingNumber}</code>
        </>
      )}
      {trackingLink !== null && (
        <>
          <span>{' · '}</span>
          <a className="link" href={trackingLink} target="_blank" rel="noopener noreferrer">
            Follow the parcel
          </a>
        </>
      )}
    </p>
  )
}
