import type { Address } from '#contract/address.ts'

import { stateNamed, statesOfPin } from '#contract/indian-states.ts'

/** The state to which goods are sold, or a sentence about why the address does not say it. */
type PlaceOfSupply = { code: string; name: string } | { fault: string; field: 'state' | 'pincode' }

/**
 * The place of supply of a delivery address. A PIN code must fit the state; one that India Post does not use for a state, such
 * as the army's, fits every state. Where the name of the state is unknown, the PIN decides, if it belongs to one state alone.
 */
export function placeOfSupply({ state, pincode }: Pick<Address, 'state' | 'pincode'>): PlaceOfSupply {
  const named = stateNamed(state)
  const byPin = statesOfPin(pincode)
  if (named) {
    if (byPin.length === 0 || byPin.includes(named)) return { code: named.gstCode, name: named.name }
    const places = byPin.map(({ name }) => name).join(' or ')
    return { field: 'pincode', fault: `The PIN code ${pincode} is in ${places}, not in ${named.name}.` }
  }
  const [only] = byPin
  if (only && byPin.length === 1) return { code: only.gstCode, name: only.name }
  return { field: 'state', fault: 'Please write the name of the state in India.' }
}
