import type { ShipmentInput } from '#contract/orders/shipments.ts'

/**
 * What the audit log says of how a parcel is sent: the courier and the number. A name or a link that somebody typed may
 * be about the customer, and nothing is ever taken out of the log.
 */
export const auditedShipment = ({
  courier,
  trackingNumber,
}: ShipmentInput): Pick<ShipmentInput, 'courier' | 'trackingNumber'> => ({
  courier,
  ...(trackingNumber !== undefined && { trackingNumber }),
})
