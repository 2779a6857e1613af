import type { Address } from '#contract/schemas/address.ts'

import { isArmyPin, isPin, pinTyped } from '#contract/schemas/pin-code.ts'
import { stateNamed } from '#contract/schemas/state-spellings.ts'
import { statesOfPin } from '#contract/schemas/indian-states.ts'

/** The state to which goods are sold, or a sentence about why the address does not say it. */
type PlaceOfSupply = { code: string; name: string } | { fault: string; field: 'state' | 'pincode' }

/**
 * The place of supply of a delivery address. A PIN code of six digits must fit the state; any other text, and one that
 * India Post does not use for a state, such as the army's, fits every state. Where the name of the state is unknown,
 * the PIN decides, if it belongs to one state alone.
 */
export function placeOfSupply({ state, pincode }: Pick<Address, 'state' | 'pincode'>): PlaceOfSupply {
  const pin = pinTyped(pincode)
  const named = stateNamed(state)
  const byPin = isPin(pin) ? statesOfPin(pin) : []
  const places = byPin.map(({ name }) => name).join(' or ')
  if (named) {
    if (byPin.length === 0 || byPin.includes(named)) return { code: named.gstCode, name: named.name }
    return { field: 'pincode', fault: `The PIN code ${pin} is in ${places}, not in ${named.name}.` }
  }
  const [only] = byPin
  if (only && byPin.length === 1) return { code: only.gstCode, name: only.name }
  return { field: 'state', fault: stateMissing(pin, places) }
}

function stateMissing(pin: string, places: string): string {
  if (places !== '') return `The PIN code ${pin} is in ${places}. Please write which state it is.`
  if (isArmyPin(pin)) {
    return `The PIN code ${pin} is of the army’s post. Please write the state in India where the unit is.`
  }
  return 'Please write the name of the state in India.'
}

/** The PIN code of an address as it is printed: none where it cannot be one and the state is known without it. */
export function pinOfAddress(address: Pick<Address, 'state' | 'pincode'>): string {
  const pin = pinTyped(address.pincode)
  return isPin(pin) || !stateNamed(address.state) ? pin : ''
}

/** The state of an address as India writes it; as it was entered where it is not understood. */
export function stateOfAddress(address: Pick<Address, 'state' | 'pincode'>): string {
  const place = placeOfSupply(address)
  return 'name' in place ? place.name : (stateNamed(address.state)?.name ?? address.state)
}
