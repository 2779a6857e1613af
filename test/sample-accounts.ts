export const OWNER_PASSWORD = 'a plain present password'

/** What the calls of accounts, of sign-in and of the staff are sent. */
export function accountBodies(confirmationToken: string): Record<string, object> {
  const pair = { email: 'new.one@example.com', password: 'a plain long password' }
  return {
    'POST /users/register': { ...pair, firstname: 'New', lastname: 'One', phone: '1' },
    'POST /users/login': pair,
    'POST /users/confirm-email': { token: confirmationToken },
    'POST /users/forgot-password': { email: pair.email },
    'POST /users/reset-password': { token: 'none', password: pair.password },
    'POST /users/send-code': { email: pair.email },
    'POST /users/login-by-code': { email: pair.email, code: '123456' },
    'PATCH /users/me': { firstname: 'Another', lastname: 'Name', phone: '1' },
    'POST /users/change-password': { password: OWNER_PASSWORD, newPassword: pair.password },
    'POST /users/change-email': { email: pair.email, password: 'not the password' },
    'POST /users/confirm-new-email': { token: 'none' },
    'POST /users/erasure': { password: 'not the password' },
    'POST /users/keep-account': { token: 'none' },
    'POST /admin/login': pair,
    'POST /admin/second-factor/confirm': { code: '123456' },
    'PATCH /admin/me': { firstname: 'Another', lastname: 'Name', phone: '1' },
    'POST /admin/change-password': { password: 'not the password', newPassword: pair.password },
    'POST /admin/change-email': { email: pair.email, password: 'not the password' },
    'POST /admin/confirm-password': { password: pair.password },
    'POST /admin/staff/invitations': { email: 'another@example.com', staffRole: 'support' },
    'PATCH /admin/staff/{userId}': { isActive: false },
    'POST /admin/join': { token: 'none', firstname: 'New', lastname: 'One', password: pair.password },
  }
}
