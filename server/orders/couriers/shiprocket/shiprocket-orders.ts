import type { NewParcel, ParcelSize, ReturnTarget } from '#server/orders/couriers/courier-service.ts'

import { rupeesFromPaise } from '#contract/units/money.ts'
import { stateOfAddress } from '#contract/tax/place-of-supply.ts'
import { dayInIndia } from '#contract/units/india-time.ts'
import { startOf } from '#contract/words/start-of-text.ts'

const LONGEST_CITY = 30

/** Kilograms, and centimetres of which the service wants more than a half. */
const sizeFields = ({ weightGrams, lengthCm, breadthCm, heightCm }: ParcelSize) => ({
  length: lengthCm,
  breadth: breadthCm,
  height: heightCm,
  weight: weightGrams / 1000,
})

const itemFields = ({ lines }: NewParcel) =>
  lines.map(({ name, sku, quantity, pricePaise, hsn }) => ({
    name,
    sku,
    units: quantity,
    selling_price: rupeesFromPaise(pricePaise),
    ...(hsn !== null && { hsn }),
  }))

/** The body of `orders/create/adhoc`. */
export function shipmentBody(parcel: NewParcel, pickupLocation: string) {
  const { reference, orderedAt, address, email, totalPaise, cashPaise } = parcel
  return {
    order_id: reference,
    order_date: dayInIndia(orderedAt),
    pickup_location: pickupLocation,
    billing_customer_name: address.fullName,
    billing_last_name: '',
    billing_address: address.street,
    billing_city: startOf(address.city, LONGEST_CITY),
    billing_pincode: address.pincode,
    billing_state: stateOfAddress(address),
    billing_country: 'India',
    billing_email: email,
    billing_phone: address.phone,
    shipping_is_billing: true,
    order_items: itemFields(parcel),
    payment_method: cashPaise > 0 ? 'COD' : 'Prepaid',
    sub_total: rupeesFromPaise(cashPaise > 0 ? cashPaise : totalPaise),
    ...sizeFields(parcel),
  }
}

/** The body of `orders/create/return`: fetched from the customer, brought to the shop. */
export function returnBody(parcel: NewParcel, to: ReturnTarget) {
  const { reference, orderedAt, address, email, totalPaise } = parcel
  return {
    order_id: reference,
    order_date: dayInIndia(orderedAt),
    pickup_customer_name: address.fullName,
    pickup_address: address.street,
    pickup_city: startOf(address.city, LONGEST_CITY),
    pickup_state: stateOfAddress(address),
    pickup_country: 'India',
    pickup_pincode: address.pincode,
    pickup_email: email,
    pickup_phone: address.phone,
    shipping_customer_name: to.name,
    shipping_address: to.street,
    shipping_city: startOf(to.city, LONGEST_CITY),
    shipping_state: to.state,
    shipping_country: 'India',
    shipping_pincode: to.pincode,
    ...(to.email !== '' && { shipping_email: to.email }),
    shipping_phone: to.phone,
    order_items: itemFields(parcel),
    payment_method: 'Prepaid',
    sub_total: rupeesFromPaise(totalPaise),
    ...sizeFields(parcel),
  }
}
