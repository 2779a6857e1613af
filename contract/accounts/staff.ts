import { z } from 'zod'

import { Registration } from '#contract/accounts/accounts.ts'
import { email, soughtText, time } from '#contract/schemas/basic-schemas.ts'
import { STAFF_ROLES } from '#contract/accounts/staff-roles.ts'

const staffRole = z.enum(STAFF_ROLES, { error: 'Please choose a role.' })

/** Somebody who works, or has worked, in the admin area. */
export const StaffMember = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  staffRole,
  since: time,
  /** When they made their last call in a session that is still open; null without one. */
  seenAt: time.nullable(),
  /** Since when they may not sign in any more; null if they may. */
  deactivatedAt: time.nullable(),
})
export type StaffMember = z.infer<typeof StaffMember>

export const StaffInvitation = z.object({
  _id: z.string(),
  email: z.string(),
  staffRole,
  invitedAt: time,
  expiresAt: time,
  hasEnded: z.boolean(),
})
export type StaffInvitation = z.infer<typeof StaffInvitation>

export const StaffAnswer = z.object({ members: z.array(StaffMember), invitations: z.array(StaffInvitation) })
export type StaffAnswer = z.infer<typeof StaffAnswer>

export const StaffInviting = z.strictObject({ email, staffRole })
export type StaffInviting = z.input<typeof StaffInviting>

export const StaffInvited = z.object({
  message: z.string(),
  invitation: StaffInvitation,
  /** Shown once, where the shop has no mail server that could bring it. */
  link: z.string().optional(),
})
export type StaffInvited = z.infer<typeof StaffInvited>

/** Changes the role, or whether somebody may sign in, or both. */
export const StaffChange = z
  .strictObject({ staffRole: staffRole.optional(), isActive: z.boolean({ error: 'True or false.' }).optional() })
  .refine((change) => change.staffRole !== undefined || change.isActive !== undefined, { error: 'Nothing to change.' })
export type StaffChange = z.input<typeof StaffChange>

export const StaffChanged = z.object({ message: z.string(), member: StaffMember })
export type StaffChanged = z.infer<typeof StaffChanged>

/** Joining by the link. The token is sent in the body, because logs contain addresses. */
export const StaffJoining = z.strictObject({
  token: soughtText(500),
  ...Registration.pick({ firstname: true, lastname: true, password: true }).shape,
})
export type StaffJoining = z.input<typeof StaffJoining>
