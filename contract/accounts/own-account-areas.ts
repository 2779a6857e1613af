import { STAFF_ROLES, staffArea } from '#contract/accounts/staff-roles.ts'

/** What everybody of the staff does with their own account. */
export const OWN_ACCOUNT_AREAS = {
  ownAccount: staffArea({
    roles: STAFF_ROLES,
    calls: [
      'GET /admin/waiting',
      'GET /admin/events',
      'PATCH /admin/me',
      'POST /admin/change-password',
      'POST /admin/change-email',
      'GET /admin/data',
      'GET /admin/sessions',
      'DELETE /admin/sessions',
      'DELETE /admin/sessions/:sessionId',
    ],
  }),
  // All that a person can do before they have the second factor that the owner demands.
  ownSignIn: staffArea({
    roles: STAFF_ROLES,
    calls: [
      'GET /admin/me',
      'POST /admin/confirm-password',
      'GET /admin/second-factor',
      'POST /admin/second-factor/start',
      'POST /admin/second-factor/confirm',
      'POST /admin/second-factor/recovery-codes',
      'DELETE /admin/second-factor',
      'GET /admin/passkeys',
      'POST /admin/passkeys',
      'POST /admin/passkeys/options',
      'PATCH /admin/passkeys/:passkeyId',
      'POST /admin/passkeys/:passkeyId/remove',
    ],
  }),
} as const
