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
  'refund made at the provider',
  'money lost in a dispute',
  'payment of no checkout here',
] as const
type FindingKind = (typeof FINDING_KINDS)[number]

/**
 * What both sides agree on, or what is another shop's: an account at the provider may serve several. It is listed and
 * is no difference.
 */
export const NO_DIFFERENCES: readonly FindingKind[] = ['refund made at the provider', 'payment of no checkout here']

/** `others`: what is no difference. */
export const FINDING_LISTS = ['open', 'dealt', 'others'] as const

export const MAX_NOTE_CHARACTERS = 500

export const RECONCILIATION_STATES = ['waiting', 'running', 'done', 'failed'] as const
export type ReconciliationState = (typeof RECONCILIATION_STATES)[number]
