/** Why customers cancel, as they may say it on the page; by the API any words do. Of returns: `contract/returns/`. */
export const CANCEL_REASONS = [
  'I changed my mind',
  'I ordered the wrong size or colour',
  'I ordered it twice',
  'I found it cheaper elsewhere',
  'It takes too long',
] as const

/** Of the reason why an order is cancelled, in characters. */
export const MAX_CANCEL_REASON = 300
