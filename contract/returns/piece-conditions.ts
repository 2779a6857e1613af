/** Where an inspected piece goes: on sale again, out of the stock, or to the customer. */
export const PIECE_PLACES = ['shelf', 'written off', 'sent back'] as const
export type PiecePlace = (typeof PIECE_PLACES)[number]

/** How a piece is found, and where it may go then; the first place is where it goes unless somebody says another. */
export const CONDITION_FACTS = {
  'as new': { label: 'As new', places: ['shelf', 'written off', 'sent back'] },
  worn: { label: 'Worn', places: ['sent back', 'written off'] },
  damaged: { label: 'Damaged', places: ['written off', 'sent back'] },
  'wrong piece': { label: 'Not what we sent', places: ['sent back', 'written off'] },
} as const satisfies Record<string, { label: string; places: readonly PiecePlace[] }>

export type PieceCondition = keyof typeof CONDITION_FACTS
export const PIECE_CONDITIONS = Object.keys(CONDITION_FACTS) as [PieceCondition, ...PieceCondition[]]
