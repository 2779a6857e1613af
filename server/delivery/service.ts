import type { AskedDelivery } from '#contract/delivery/delivery-text.ts'
import type { Delivery } from '#contract/delivery/delivery.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { PinArea } from '#server/delivery/pin-areas.ts'
import type { Shop } from '#server/start/shop.ts'

import { workingDaysIn } from '#contract/delivery/working-days.ts'
import { ELSEWHERE } from '#contract/settings/delivery-settings.ts'
import { paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'
import { cityOfPin } from '#contract/schemas/city-pins.ts'
import { statesOfPin } from '#contract/schemas/indian-states.ts'
import { isPin, pinTyped } from '#contract/schemas/pin-code.ts'
import { calendarDay, deliveryDay } from '#server/delivery/delivery-day.ts'
import { conflictIn, invalidField } from '#server/errors.ts'

type DeliveryShop = Pick<Shop, 'delivery' | 'settings'>

const [NOT_SERVED, , WITH_CASH] = ELSEWHERE

const NO_PIN = 'A PIN code has six digits and does not begin with 0.'
export const notServed = (pin: string): string => `We do not deliver to the PIN code ${pin} yet.`

/** A PIN in six digits, however it was typed. Throws invalid (400) for what is none. */
export function pinAsked(field: string, typed: string): string {
  const pin = pinTyped(typed)
  if (!isPin(pin)) throw invalidField(field, NO_PIN)
  return pin
}

/**
 * Whether the shop has said where it delivers. Until then it delivers everywhere, as specified, and nothing asks for a
 * PIN first.
 */
export const isPinAsked = ({ delivery, settings }: DeliveryShop): boolean =>
  delivery.current().areas.length > 0 || settings.current().deliveryElsewhere !== NOT_SERVED

/** What holds for the PINs without a row. Undefined where they are not served. */
function elsewhere({ settings }: DeliveryShop): PinArea | undefined {
  const { deliveryElsewhere, deliveryElsewhereDays: days, deliveryElsewhereFee } = settings.current()
  if (deliveryElsewhere === NOT_SERVED) return undefined
  const feePaise = paiseFromRupees(deliveryElsewhereFee)
  const cod = deliveryElsewhere === WITH_CASH
  return { first: 0, last: 0, prepaid: true, cod, days, feePaise, city: null, state: null }
}

/** What pages are told of the delivery to all PINs together. Undefined while nothing asks for a PIN. */
export function askedDelivery(shop: DeliveryShop): AskedDelivery | undefined {
  if (!isPinAsked(shop)) return undefined
  const { deliveryElsewhereDays, deliveryCutOffHour: cutOffHour, deliveryWorkingDays } = shop.settings.current()
  const known = shop.delivery.current().days.map((each) => each ?? deliveryElsewhereDays)
  const days = elsewhere(shop) || known.length === 0 ? [...known, deliveryElsewhereDays] : known
  const weekdays = [...(workingDaysIn(deliveryWorkingDays) ?? [])].toSorted((one, other) => one - other)
  return { days: [Math.min(...days), Math.max(...days)], cutOffHour, weekdays }
}

/** The state that a PIN's first digits name, unless neighbours share them. */
function stateOfPin(pin: string): string | null {
  const [state, ...others] = statesOfPin(pin)
  return state && others.length === 0 ? state.name : null
}

/**
 * What the shop promises to a PIN code, in six digits, at this moment. Undefined where it is not served. While no table
 * and no rule for the rest is set, every PIN is served within the days that the settings estimate.
 */
export function findDelivery(shop: DeliveryShop, pin: string, now: Date): Delivery | undefined {
  const settings = shop.settings.current()
  const place = { pin, city: cityOfPin(pin) ?? null, state: stateOfPin(pin) }
  const { takesCash } = settings
  if (!isPinAsked(shop)) {
    const days = settings.deliveryDaysLatest
    return { ...place, prepaid: true, cash: takesCash, days, by: calendarDay(now, days), fee: 0 }
  }
  const area = shop.delivery.current().find(pin) ?? elsewhere(shop)
  const cash = takesCash && area?.cod === true
  if (!area || (!area.prepaid && !cash)) return undefined
  const days = area.days ?? settings.deliveryElsewhereDays
  return {
    pin,
    city: area.city ?? place.city,
    state: area.state ?? place.state,
    prepaid: area.prepaid,
    cash,
    days,
    by: deliveryDay(now, days, settings),
    fee: area.feePaise === null ? settings.deliveryElsewhereFee : rupeesFromPaise(area.feePaise),
  }
}

/**
 * What the shop promises to an address that an order goes to, or undefined while nothing asks for a PIN. Throws invalid
 * (400) for what is no PIN, and a conflict (409) for one that is not served, or not with this kind of payment.
 */
export function getDelivery(
  shop: DeliveryShop,
  { pincode }: Pick<Address, 'pincode'>,
  payment: 'prepaid' | 'cash',
  now = new Date(),
): Delivery | undefined {
  if (!isPinAsked(shop)) return undefined
  const pin = pinAsked('pincode', pincode)
  const found = findDelivery(shop, pin, now)
  if (!found) throw conflictIn('pincode', notServed(pin))
  if (payment === 'prepaid' && !found.prepaid) {
    throw conflictIn('pincode', `To the PIN code ${pin} we deliver against cash only.`)
  }
  if (payment === 'cash' && !found.cash) {
    throw conflictIn('pincode', `Cash on delivery is not possible for the PIN code ${pin}.`)
  }
  return found
}
