/** How the provider's records and the shop's may differ, as administrators read it. */
export const FINDING_KINDS = [
  'captured payment was not known',
  'amount differs',
  'payment is unknown to the provider',
  'refund was missing',
  'refund is unknown to the provider',
  'refund status differs',
  'refund amount differs',
  'refund that nobody here asked for',
  'money lost in a dispute',
  'payment of no checkout here',
] as const

/** `others`: payments of no checkout here, because an account at the provider may serve several shops. */
export const FINDING_LISTS = ['open', 'dealt', 'others'] as const

export const MAX_NOTE_CHARACTERS = 500

export const RECONCILIATION_STATES = ['waiting', 'running', 'done', 'failed'] as const
export type ReconciliationState = (typeof RECONCILIATION_STATES)[number]
