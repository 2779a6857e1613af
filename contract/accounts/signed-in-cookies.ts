/**
 * Names of the cookies that tell scripts that there is a session, because the session's own cookie is not readable.
 * Under https each name begins with `__Host-`. The value has no meaning.
 */
export const SIGNED_IN_COOKIES = { customer: 'customer_hint', admin: 'admin_hint' } as const
