import { z } from 'zod'

import type { Shop } from '#server/start/shop.ts'

import { id, messageAnswer } from '#contract/schemas/basic-schemas.ts'
import {
  StaffAnswer,
  StaffChange,
  StaffChanged,
  StaffInvited,
  StaffInviting,
  StaffJoining,
} from '#contract/accounts/staff.ts'
import { SignIns } from '#contract/accounts/profile.ts'
import {
  changeStaff,
  endMemberSessions,
  inviteStaff,
  joinStaff,
  listMemberSessions,
  listStaff,
  withdrawInvitation,
} from '#server/accounts/staff/staff.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { sessionToken } from '#server/http/session-cookies.ts'
import { countedNetworks } from '#server/http/rate-limits/caller-networks.ts'
import { sendsMail } from '#server/start/config.ts'

/** Who works in the admin area: the owners invite, change and deactivate, and who is invited joins by the link. */
export function registerStaff(api: ShopServer, shop: Shop): void {
  const { db, config } = shop
  route(api, 'GET /admin/staff', {
    audience: 'admin',
    summary: 'Who works in the admin area, and who is invited',
    answer: StaffAnswer,
    handle: () => listStaff(db),
  })
  route(api, 'POST /admin/staff/invitations', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Invites an address to the staff; inviting it again ends the link of before',
    body: StaffInviting,
    answer: StaffInvited,
    status: 201,
    callsPerMinute: 20,
    errors: ['conflict'],
    handle: async ({ user, body, request }) => {
      const { invitation, token } = await inviteStaff(db, body, {
        actorId: user.id,
        sessionToken: sessionToken(request, 'admin'),
        sendsMail: sendsMail(config),
      })
      const message = sendsMail(config) ? 'We are sending the invitation.' : 'Invited. Please hand over the link.'
      return { message, invitation, ...(token !== undefined && { link: `${shop.publicUrl()}/join-staff/${token}` }) }
    },
  })
  route(api, 'DELETE /admin/staff/invitations/:invitationId', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Withdraws an invitation: its link ends',
    params: z.object({ invitationId: id }),
    answer: messageAnswer,
    errors: ['not_found'],
    handle: async ({ user, params }) => {
      await withdrawInvitation(db, params.invitationId, user.id)
      return { message: 'Invitation withdrawn.' }
    },
  })
  route(api, 'PATCH /admin/staff/:userId', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Changes a role, or whether somebody may come in; the last owner stays one',
    params: z.object({ userId: id }),
    body: StaffChange,
    answer: StaffChanged,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params, body }) => ({
      message: 'Saved.',
      member: await changeStaff(db, params.userId, body, user.id),
    }),
  })
  route(api, 'GET /admin/staff/:userId/sessions', {
    audience: 'admin',
    summary: 'Where a member of the staff is signed in to the admin area',
    params: z.object({ userId: id }),
    answer: SignIns,
    errors: ['not_found'],
    handle: async ({ params, request }) => ({
      signIns: await listMemberSessions(db, params.userId, sessionToken(request, 'admin')),
    }),
  })
  route(api, 'DELETE /admin/staff/:userId/sessions', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Signs a member of the staff out everywhere, in the admin area and in the shop',
    params: z.object({ userId: id }),
    answer: messageAnswer,
    errors: ['not_found'],
    handle: async ({ user, params }) => {
      await endMemberSessions(db, params.userId, user.id)
      return { message: 'Logged out everywhere.' }
    },
  })
  route(api, 'POST /admin/join', {
    audience: 'public',
    // Password hashing has its own limiter.
    limiter: 'none',
    summary: 'Makes the account of somebody who was invited to the staff, once; does not sign in',
    body: StaffJoining,
    answer: messageAnswer,
    callsPerMinute: 20,
    errors: ['not_found', 'conflict', 'unavailable'],
    handle: async ({ body, request }) => {
      const email = await joinStaff(db, body, {
        networks: countedNetworks(config, request.ip),
        shopName: shop.settings.current().shopName,
      })
      return { message: `Welcome. Please log in with ${email} and your new password.` }
    },
  })
}
