import { ShopError } from '#contract/api/errors.ts'
import {
  COURIER_KEYS,
  TRACKING_NUMBER,
  TRACKING_NUMBER_FAULT,
  trackingPageOf,
  type Courier,
} from '#contract/orders/couriers.ts'
import type { Shipment, ShipmentInput } from '#contract/orders/shipments.ts'
import { codeTyped } from '#contract/schemas/typed-text.ts'

/** The values of the fields about a parcel. Without a courier there is no shipment. */
export interface ShipmentDraft {
  courier: Courier | ''
  courierName: string
  trackingNumber: string
  trackingLink: string
}

export const EMPTY_DRAFT: ShipmentDraft = { courier: '', courierName: '', trackingNumber: '', trackingLink: '' }

export const courierOf = (value: string): Courier | '' => COURIER_KEYS.find((key) => key === value) ?? ''

/** The fields for a parcel. The courier's own tracking page is left out, because it follows from the number. */
export function draftOf(shipment: Shipment | null): ShipmentDraft {
  if (!shipment) return EMPTY_DRAFT
  const { courier, name, trackingNumber, trackingLink } = shipment
  const ownPage = trackingNumber === null ? null : trackingPageOf(courier, trackingNumber)
  return {
    courier,
    courierName: courier === 'other' ? name : '',
    trackingNumber: trackingNumber ?? '',
    trackingLink: trackingLink === ownPage ? '' : (trackingLink ?? ''),
  }
}

/** The parcel that the fields describe; undefined without a courier. */
export function inputOf({
  courier,
  courierName,
  trackingNumber,
  trackingLink,
}: ShipmentDraft): ShipmentInput | undefined {
  if (courier === '') return undefined
  return {
    courier,
    ...(courier === 'other' && { courierName }),
    ...(trackingNumber.trim() !== '' && { trackingNumber }),
    ...(trackingLink.trim() !== '' && { trackingLink }),
  }
}

/**
 * Throws invalid, as the server would, for a parcel that it is sure to refuse: one that leaves later can still be
 * mended now.
 */
export function checkShipment(shipment: ShipmentInput | undefined): void {
  if (!shipment) return
  const { courier, courierName = '', trackingNumber } = shipment
  const fields = {
    ...(courier === 'other' && courierName.trim() === '' && { courierName: 'Please name the courier.' }),
    ...(trackingNumber !== undefined &&
      !TRACKING_NUMBER.test(codeTyped(trackingNumber)) && { trackingNumber: TRACKING_NUMBER_FAULT }),
  }
  const [sentence] = Object.values(fields)
  if (sentence !== undefined) throw new ShopError('invalid', sentence, { fields })
}
