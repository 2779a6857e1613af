/**
 * How a payment in the sandbox may end: at once, not at all, or after a while. Scripts on this machine may choose any.
 */
export const OUTCOMES = ['success', 'failure', 'late'] as const
export type Outcome = (typeof OUTCOMES)[number]
/** Those that the buttons of the payment dialog offer. */
export const DIALOG_OUTCOMES = ['success', 'failure'] as const satisfies Outcome[]

/** What the buyer is told of a failure. */
export const DECLINED = 'The payment was declined by the sandbox bank. No money has moved.'

/** How long a late payment takes. */
export const LATE_FROM_MS = 2000
export const LATE_TO_MS = 4000
