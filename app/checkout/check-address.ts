import type { Address } from '#contract/address.ts'
import { cityOfPin, pinPrefixOf } from '#contract/city-pins.ts'
import { INDIAN_STATES, stateNamed, statesOfPin } from '#contract/indian-states.ts'

export type AddressName = keyof Address

/** A hint beside a field: a doubt, or values to fill in by one press. It never holds up the payment. */
export interface Hint {
  text: string
  fill?: Partial<Address>
}

export const STATE_NAMES = INDIAN_STATES.map(({ name }) => name)

function phoneHint(phone: string): Hint | undefined {
  const digits = phone.replaceAll(/\D/g, '').replace(/^(?:0|91)(?=\d{10}$)/, '')
  return digits.length === 10 ? undefined : { text: 'A phone number in India has ten digits.' }
}

function stateHint({ state, city }: Address): Hint | undefined {
  if (state) return stateNamed(state) ? undefined : { text: 'This is not the name of a state in India.' }
  const prefix = pinPrefixOf(city)
  const [found] = prefix ? statesOfPin(prefix) : []
  return found && { text: `${city} is in ${found.name}.`, fill: { state: found.name } }
}

function pinHint({ pincode, city, state }: Address): Hint | undefined {
  const pin = pincode.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(pin)) return { text: 'A PIN in India has six digits.' }
  const states = statesOfPin(pin)
  // The army's own post offices belong to no state.
  if (states.length === 0) return pin.startsWith('9') ? undefined : { text: `No PIN begins with ${pin.slice(0, 3)}.` }
  const names = states.map(({ name }) => name).join(' or ')
  const written = stateNamed(state)
  if (written && !states.includes(written)) return { text: `${pin} is a PIN of ${names}, not of ${written.name}.` }
  const [only] = states
  const found = cityOfPin(pin)
  const fill = { ...(!city && found && { city: found }), ...(!state && states.length === 1 && { state: only?.name }) }
  if (Object.keys(fill).length === 0) return undefined
  return { text: `This is a PIN of ${[found, names].filter(Boolean).join(', ')}.`, fill: fill as Partial<Address> }
}

/** The hints of an address by field. Empty fields have none of their own: the form says that they are missing. */
export function checkAddress(address: Address): Partial<Record<AddressName, Hint | undefined>> {
  return {
    phone: address.phone ? phoneHint(address.phone) : undefined,
    state: stateHint(address),
    pincode: address.pincode ? pinHint(address) : undefined,
  }
}
