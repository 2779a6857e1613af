import { sql, type Selectable } from 'kysely'

import type { User } from '#contract/accounts/accounts.ts'
import type { StaffInvitation, StaffMember } from '#contract/accounts/staff.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

import { insertUser } from '#server/accounts/queries.ts'
import { recordChange } from '#server/audit/service.ts'
import { fullName } from '#server/db/full-name.ts'

interface MemberRow extends Pick<StaffMember, 'name' | 'email' | 'staffRole'> {
  id: string
  createdAt: Date
  seenAt: Date | null
  deactivatedAt: Date | null
}

const memberOf = ({ id, createdAt, seenAt, deactivatedAt, ...row }: MemberRow): StaffMember => ({
  _id: id,
  ...row,
  since: createdAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
  deactivatedAt: deactivatedAt?.toISOString() ?? null,
})

/** Everybody of the staff, those who were deactivated last; with `userId` only that member. */
export async function listMembers(db: Db, limit: number, userId: string | null = null): Promise<StaffMember[]> {
  const { rows } = await sql<MemberRow>`
    select id, ${fullName()} as name, email, staff_role, created_at, deactivated_at,
      (select max(seen_at) from sessions where user_id = users.id and audience = 'admin' and expires_at > now()) as seen_at
    from users where role = 'admin' and (${userId}::text is null or id = ${userId})
    order by deactivated_at is not null, email limit ${limit}`.execute(db)
  return rows.map(memberOf)
}

/** Deletes the invitations that somebody has sent, and returns them. */
export async function deleteInvitationsOf(db: Db, invitedBy: string) {
  return db
    .deleteFrom('staffInvitations')
    .where('invitedBy', '=', invitedBy)
    .returning(['id', 'email', 'staffRole'])
    .execute()
}

/** Whether there is another owner who may come in. */
export async function hasOtherOwner(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('staffRole', '=', 'owner')
    .where('deactivatedAt', 'is', null)
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function saveMember(
  db: Db,
  userId: string,
  { staffRole, isActive }: { staffRole: StaffRole; isActive: boolean },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ staffRole, deactivatedAt: isActive ? null : sql<Date>`coalesce(deactivated_at, now())` })
    .where('id', '=', userId)
    .execute()
}

const INVITATION = ['id', 'email', 'staffRole', 'invitedAt', 'expiresAt'] as const

type InvitationRow = Pick<Selectable<Tables['staffInvitations']>, (typeof INVITATION)[number]>

const invitationOf = ({ id, invitedAt, expiresAt, ...row }: InvitationRow): StaffInvitation => ({
  _id: id,
  ...row,
  invitedAt: invitedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  hasEnded: expiresAt.getTime() <= Date.now(),
})

export async function listInvitations(db: Db, limit: number): Promise<StaffInvitation[]> {
  const rows = await db.selectFrom('staffInvitations').select(INVITATION).orderBy('email').limit(limit).execute()
  return rows.map(invitationOf)
}

type InvitationColumns = 'id' | 'email' | 'emailKey' | 'staffRole' | 'isMailed' | 'invitedBy'
type NewInvitation = Pick<Selectable<Tables['staffInvitations']>, InvitationColumns> & { days: number }

/**
 * Replaces an earlier invitation of the same address, and ends its link. Queues the mail that brings the new one if it
 * is mailed. Call it inside a transaction.
 */
export async function replaceInvitation(db: Db, { days, ...invitation }: NewInvitation): Promise<StaffInvitation> {
  await db.deleteFrom('staffInvitations').where('emailKey', '=', invitation.emailKey).execute()
  const row = await db
    .insertInto('staffInvitations')
    .values({ ...invitation, expiresAt: sql<Date>`now() + make_interval(days => ${days})` })
    .returning(INVITATION)
    .executeTakeFirstOrThrow()
  if (invitation.isMailed) await db.insertInto('mails').values({ name: 'staff-invitation', key: row.id }).execute()
  return invitationOf(row)
}

/** Returns the address and role; undefined if there was no such invitation. */
export async function deleteInvitation(db: Db, id: string) {
  return db.deleteFrom('staffInvitations').where('id', '=', id).returning(['email', 'staffRole']).executeTakeFirst()
}

/** The address that was invited, unless the invitation has ended. */
export async function findInvitation(db: Db, id: string) {
  return db
    .selectFrom('staffInvitations')
    .select('email')
    .where('id', '=', id)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/**
 * Takes the invitation and its link away: of several callers one gets it. `isMailed` says that a mail brought the link.
 */
export async function takeInvitation(db: Db, id: string) {
  return db
    .deleteFrom('staffInvitations')
    .where('id', '=', id)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['email', 'staffRole', 'isMailed'])
    .executeTakeFirst()
}

type NewMember = Parameters<typeof insertUser>[1] & { staffRole: StaffRole }

async function recordJoining(
  db: Db,
  userId: string,
  { email, staffRole }: Pick<NewMember, 'email' | 'staffRole'>,
): Promise<void> {
  await recordChange(db, userId, 'join staff', ['user', userId], { after: { email, staffRole } })
}

/**
 * Makes the account of somebody who was invited, and records it. A link that came by mail confirms its address. Throws
 * `conflict` when the e-mail has an account already. Call it inside a transaction.
 */
export async function insertMember(db: Db, member: NewMember, { isMailed }: { isMailed: boolean }): Promise<User> {
  const emailConfirmedAt = isMailed ? sql<Date>`now()` : null
  const user = await insertUser(db, { ...member, role: 'admin', emailConfirmedAt })
  await recordJoining(db, user._id, member)
  return user
}

/**
 * Gives somebody who was invited by mail the account that was registered with the address since, if nobody has
 * confirmed it, and records that. Returns its id. Call it inside a transaction, and end every way into the account
 * there.
 */
export async function claimForMember(db: Db, { id: _id, ...member }: NewMember): Promise<string | undefined> {
  const row = await db
    .updateTable('users')
    .set({ ...member, role: 'admin', emailConfirmedAt: sql<Date>`now()` })
    .where('emailKey', '=', member.emailKey)
    .where('role', '=', 'customer')
    .where('emailConfirmedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (row) await recordJoining(db, row.id, member)
  return row?.id
}
