import type { Address } from '#contract/schemas/address.ts'
import { cityOfPin, pinPrefixOf } from '#contract/schemas/city-pins.ts'
import { INDIAN_STATES, statesOfPin } from '#contract/schemas/indian-states.ts'
import { indianPhone } from '#contract/schemas/phone-number.ts'
import { isArmyPin, isPin, pinTyped } from '#contract/schemas/pin-code.ts'
import { stateNamed } from '#contract/schemas/state-spellings.ts'

export type AddressName = keyof Address

/** A hint beside a field: a doubt, or values to fill in by one press. It never holds up the payment. */
export interface Hint {
  text: string
  fill?: Partial<Address>
}

export const STATE_NAMES = INDIAN_STATES.map(({ name }) => name)

function phoneHint(phone: string): Hint | undefined {
  return indianPhone(phone) === undefined ? { text: 'A phone number in India has ten digits.' } : undefined
}

function stateHint({ state, city, pincode }: Address): Hint | undefined {
  if (state && stateNamed(state)) return undefined
  if (state) {
    const pin = pinTyped(pincode)
    const states = isPin(pin) ? statesOfPin(pin) : []
    const places = states.map(({ name }) => name).join(' or ')
    const which = places ? ` The PIN is in ${places}.` : ''
    return { text: `This is not the name of a state in India.${which}` }
  }
  const prefix = pinPrefixOf(city)
  const [found] = prefix ? statesOfPin(prefix) : []
  return found && { text: `${city} is in ${found.name}.`, fill: { state: found.name } }
}

function pinHint({ pincode, city, state }: Address): Hint | undefined {
  const pin = pinTyped(pincode)
  if (!/^\d{6}$/.test(pin)) return { text: 'A PIN in India has six digits.' }
  const states = isPin(pin) ? statesOfPin(pin) : []
  if (isArmyPin(pin)) {
    return state && stateNamed(state)
      ? undefined
      : { text: `${pin} is of the army’s post: the state is where the unit is.` }
  }
  if (states.length === 0) return { text: `No PIN begins with ${pin.slice(0, 3)}.` }
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
