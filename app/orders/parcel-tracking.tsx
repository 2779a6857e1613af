import type { Shipment } from '#contract/orders/shipments.ts'

/** Who carries a parcel, and the link to follow it. */
export function ParcelTracking({ shipment: { name, trackingNumber, trackingLink } }: { shipment: Shipment }) {
  return (
    <p className="mt-4 text-sm wrap-anywhere">
      Sent with <strong className="font-semibold">{name}</strong>
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
