/** How pieces come back: as their customer chooses it, and what they do once the return is approved. */
export const WAY_BACK_FACTS = {
  'own parcel': { label: 'I send it', next: 'Please send the parcel to us.' },
  'pick-up': { label: 'A courier fetches it', next: 'A courier fetches the parcel. Please have it ready.' },
} as const

export type WayBack = keyof typeof WAY_BACK_FACTS
export const WAYS_BACK = Object.keys(WAY_BACK_FACTS) as [WayBack, ...WayBack[]]
