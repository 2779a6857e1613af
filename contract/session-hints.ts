/**
 * Names of the readable cookies that stand beside a session's own, which no script can read; under https each begins with
 * `__Host-`. Their value says nothing: that one is there is all.
 */
export const SESSION_HINTS = { customer: 'customer_hint', admin: 'admin_hint' } as const
