import { areasOf, STAFF_AREAS, type Access, type KeyScope, type StaffArea } from '#contract/accounts/staff-areas.ts'

/** The areas that no key opens: they decide who comes in or hears of everything, or belong to the person who calls. */
const PEOPLE_ONLY = ['ownAccount', 'ownSignIn', 'staff', 'keys', 'webhooks', 'customerSessions'] as const

export type KeyArea = Exclude<StaffArea, (typeof PEOPLE_ONLY)[number]>

/** The areas that a key can open. */
export const KEY_AREAS = (Object.keys(STAFF_AREAS) as StaffArea[]).filter(
  (area): area is KeyArea => !(PEOPLE_ONLY as readonly StaffArea[]).includes(area),
)

const ACCESS: readonly Access[] = ['read', 'write']

/** Everything that a key can be made for. */
export const KEY_SCOPES: readonly KeyScope[] = KEY_AREAS.flatMap((area): KeyScope[] => [
  area,
  ...ACCESS.map((access) => `${area}:${access}` as const),
])

/** The scopes of which a key needs one for a call, named as in its route; none for a call that no key opens. */
export const scopesFor = (call: string): KeyScope[] =>
  areasOf(call)
    .filter((area) => (KEY_AREAS as readonly StaffArea[]).includes(area))
    .flatMap((area): KeyScope[] => [area, `${area}:${call.startsWith('GET ') ? 'read' : 'write'}`])
