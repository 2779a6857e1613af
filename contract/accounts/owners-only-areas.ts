import { OWNERS_ONLY, staffArea } from '#contract/accounts/staff-roles.ts'

/** What only owners do. */
export const OWNERS_ONLY_AREAS = {
  staff: staffArea({
    roles: OWNERS_ONLY,
    calls: [
      'GET /admin/staff',
      'POST /admin/staff/invitations',
      'DELETE /admin/staff/invitations/:invitationId',
      'PATCH /admin/staff/:userId',
      'GET /admin/staff/:userId/sessions',
      'DELETE /admin/staff/:userId/sessions',
    ],
  }),
  keys: staffArea({
    roles: OWNERS_ONLY,
    calls: ['GET /admin/keys', 'POST /admin/keys', 'DELETE /admin/keys/:keyId'],
  }),
  customerSessions: staffArea({
    roles: OWNERS_ONLY,
    calls: ['GET /admin/customers/:userId/sessions', 'DELETE /admin/customers/:userId/sessions'],
  }),
  customers: staffArea({ roles: OWNERS_ONLY, calls: ['GET /admin/changes/customers'] }),
  webhooks: staffArea({
    roles: OWNERS_ONLY,
    calls: [
      'GET /admin/webhooks',
      'POST /admin/webhooks',
      'GET /admin/webhooks/:webhookId',
      'PATCH /admin/webhooks/:webhookId',
      'DELETE /admin/webhooks/:webhookId',
      'POST /admin/webhooks/:webhookId/secret',
      'POST /admin/webhooks/:webhookId/test',
      'GET /admin/webhooks/:webhookId/deliveries',
      'POST /admin/webhooks/:webhookId/deliveries/:deliveryId/send-again',
    ],
  }),
  customerImport: staffArea({ roles: OWNERS_ONLY, calls: ['POST /admin/customers/import'] }),
  settings: staffArea({
    roles: OWNERS_ONLY,
    calls: [
      'GET /admin/settings',
      'PATCH /admin/settings',
      'POST /admin/settings/:name/undo',
      'GET /admin/settings/:name/versions',
      'POST /admin/settings/preview',
      'POST /admin/mails/preview',
      'GET /admin/demo',
      'POST /admin/demo/empty',
      'POST /admin/settings/:name/picture',
    ],
  }),
} as const
