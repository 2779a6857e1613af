import type { z } from 'zod'

import type {
  StaffAnswer,
  StaffChange,
  StaffInvitation,
  StaffInviting,
  StaffJoining,
  StaffMember,
} from '#contract/accounts/staff.ts'
import type { SignIn } from '#contract/accounts/profile.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import type { Db } from '#server/db/database.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { checkNewPassword } from '#server/accounts/passwords/password-rules.ts'
import { deleteMemberSessions, listOwnSessions } from '#server/accounts/sessions/own-session-queries.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { findProtection } from '#server/accounts/protection-queries.ts'
import { deletePasskeysOf } from '#server/accounts/passkeys/passkey-queries.ts'
import { cancelErasure } from '#server/accounts/cancel-erasure-queries.ts'
import { deleteSessionsOf, hasSession } from '#server/accounts/sessions/session-queries.ts'
import { findAccount, lockAccount } from '#server/accounts/queries.ts'
import {
  claimForMember,
  deleteInvitation,
  deleteInvitationsOf,
  findInvitation,
  hasOtherOwner,
  insertMember,
  listInvitations,
  listMembers,
  replaceInvitation,
  saveMember,
  takeInvitation,
} from '#server/accounts/staff/staff-queries.ts'
import { INVITATION_DAYS } from '#contract/accounts/link-lifetimes.ts'
import { createLink, ended, getLink } from '#server/accounts/account-links.ts'
import { deleteLinksOf } from '#server/accounts/link-queries.ts'
import { hashOf } from '#server/accounts/link-tokens.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { lockName } from '#server/db/lock-name.ts'
import { conflict, conflictIn, notFound, notYourPart, unauthenticated } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'

const MAX_MEMBERS = 500
const LAST_OWNER = 'The shop needs an owner. Please make somebody else an owner first.'

/** All of the staff, and who is invited. */
export async function listStaff(db: Db): Promise<StaffAnswer> {
  return { members: await listMembers(db, MAX_MEMBERS), invitations: await listInvitations(db, MAX_MEMBERS) }
}

async function getMember(db: Db, userId: string): Promise<StaffMember> {
  const [member] = await listMembers(db, 1, userId)
  if (!member) throw notFound('Person')
  return member
}

/**
 * Makes every other change of the staff wait until the transaction ends, so that two owners cannot remove each other.
 * Throws `forbidden` if the caller is no longer an owner, which may have changed since the call began.
 */
export async function lockStaffFor(db: Db, actorId: string): Promise<void> {
  await lockName(db, 'staff')
  const [actor] = await listMembers(db, 1, actorId)
  if (actor?.staffRole !== 'owner' || actor.deactivatedAt !== null) throw notYourPart()
}

const linkTo = (db: Db, invitationId: string) => createLink(db, 'join staff', { key: invitationId, invitationId })

interface Inviting {
  actorId: string
  /** The token of the session that asks. */
  sessionToken: string | undefined
  /** Whether a mail brings the link; else the token is answered, this once. */
  sendsMail: boolean
}

/**
 * Whether nobody has an account with this address. One that a stranger may have registered does not count where a mail
 * brings the link, which takes it over.
 */
async function mayBeInvited(db: Db, email: string, sendsMail: boolean): Promise<boolean> {
  const account = await findAccount(db, email)
  if (!account) return true
  return sendsMail && !account.isConfirmed && (await findProtection(db, account.id))?.isStaff === false
}

/**
 * Invites an address to the staff; inviting it again ends the link of before. Throws `conflict` for an address that has
 * an account. The holder of the link chooses the password, so an invitation must never reach an account that is
 * somebody's. Throws `unauthenticated` if the session has ended since the call began: a password that is set anew at
 * this moment ends invitations.
 */
export function inviteStaff(
  db: Db,
  { email, staffRole }: z.output<typeof StaffInviting>,
  { actorId, sessionToken, sendsMail }: Inviting,
): Promise<{ invitation: StaffInvitation; token: string | undefined }> {
  const key = emailKey(email)
  return inTransaction(db, async (db) => {
    await lockStaffFor(db, actorId)
    await lockAccount(db, actorId)
    if (!(await hasSession(db, 'admin', hashOf(sessionToken ?? '')))) throw unauthenticated()
    if (!(await mayBeInvited(db, email, sendsMail))) {
      throw conflictIn('email', 'This address has an account already. Please invite another address.')
    }
    const invitation = await replaceInvitation(db, {
      id: newId(),
      email,
      emailKey: key,
      staffRole,
      isMailed: sendsMail,
      invitedBy: actorId,
      days: INVITATION_DAYS,
    })
    const token = sendsMail ? undefined : await linkTo(db, invitation._id)
    await recordChange(db, actorId, 'invite staff', ['user', invitation._id], { after: { email, staffRole } })
    return { invitation, token }
  })
}

/**
 * What the mail of an invitation must contain: its address and a new token; undefined if it has ended. Only the hash is
 * kept.
 */
export async function createInvitationToken(
  db: Db,
  invitationId: string,
): Promise<{ email: string; token: string } | undefined> {
  const invited = await findInvitation(db, invitationId)
  return invited && { email: invited.email, token: await linkTo(db, invitationId) }
}

const recordWithdrawal = (
  db: Db,
  actorId: string | null,
  { id, ...before }: { id: string; email: string; staffRole: StaffRole },
): Promise<void> => recordChange(db, actorId, 'withdraw invitation', ['user', id], { before })

/** Ends an invitation. Throws `not_found` if it was accepted or withdrawn meanwhile. */
export function withdrawInvitation(db: Db, invitationId: string, actorId: string): Promise<void> {
  return inTransaction(db, async (db) => {
    const withdrawn = await deleteInvitation(db, invitationId)
    if (!withdrawn) throw notFound('Invitation')
    await recordWithdrawal(db, actorId, { id: invitationId, ...withdrawn })
  })
}

/** Ends every invitation that somebody has sent. Call it inside the transaction that makes them doubtful. */
export async function withdrawInvitationsOf(db: Db, invitedBy: string, actorId: string | null): Promise<void> {
  for (const withdrawn of await deleteInvitationsOf(db, invitedBy)) await recordWithdrawal(db, actorId, withdrawn)
}

/**
 * Makes the account of somebody who was invited, without signing in, and returns its address. Whoever has registered
 * the address since must not keep them out: a link that came by mail takes over an account that nobody has confirmed,
 * and ends what let in to it. Throws `not_found` for a token that is unknown, used or too old, `conflict` for any other
 * account with the address, and `invalid` for a password that is easy to guess, after which the link still works.
 */
export async function joinStaff(
  db: Db,
  { token, password, firstname, lastname }: z.output<typeof StaffJoining>,
  { networks, shopName }: { networks: readonly Network[]; shopName: string },
): Promise<string> {
  const { owner: invitationId } = await getLink(db, 'join staff', token)
  const invited = await findInvitation(db, invitationId)
  if (!invited) throw ended('join staff')
  await checkNewPassword(password, { email: invited.email, firstname, lastname }, shopName)
  const passwordHash = await hashPassword(password, networks)
  return inTransaction(db, async (db) => {
    const invitation = await takeInvitation(db, invitationId)
    if (!invitation) throw ended('join staff')
    const { email, staffRole, isMailed } = invitation
    const person = { id: newId(), firstname, lastname, email, emailKey: emailKey(email), phone: '', passwordHash }
    const claimed = isMailed ? await claimForMember(db, { ...person, staffRole }) : undefined
    if (claimed === undefined) await insertMember(db, { ...person, staffRole }, { isMailed })
    else {
      await deletePasskeysOf(db, claimed, claimed)
      await deleteLinksOf(db, claimed)
      await cancelErasure(db, claimed)
      await deleteSessionsOf(db, claimed)
    }
    return email
  })
}

/**
 * Changes the role of a member of the staff, or deactivates or activates them. Deactivating ends their sessions.
 * Invitations that they have sent end once they are no active owner any more, because they may have the links. Throws
 * `forbidden` unless the actor is an owner, and `conflict` if no active owner would be left, also if two owners do it
 * to each other at once.
 */
export function changeStaff(
  db: Db,
  userId: string,
  change: z.output<typeof StaffChange>,
  actorId: string,
): Promise<StaffMember> {
  return inTransaction(db, async (db) => {
    await lockStaffFor(db, actorId)
    const member = await getMember(db, userId)
    const before = { staffRole: member.staffRole, isActive: member.deactivatedAt === null }
    const after = { staffRole: change.staffRole ?? before.staffRole, isActive: change.isActive ?? before.isActive }
    if (after.staffRole === before.staffRole && after.isActive === before.isActive) return member
    const staysOwner = after.staffRole === 'owner' && after.isActive
    if (before.staffRole === 'owner' && before.isActive && !staysOwner && !(await hasOtherOwner(db, userId))) {
      throw conflict(LAST_OWNER)
    }
    await saveMember(db, userId, after)
    if (!after.isActive) await deleteSessionsOf(db, userId)
    if (!staysOwner) await withdrawInvitationsOf(db, userId, actorId)
    const action = after.isActive === before.isActive ? 'change role' : after.isActive ? 'activate' : 'deactivate'
    await recordChange(db, actorId, action, ['user', userId], { before, after })
    return getMember(db, userId)
  })
}

/** Where somebody of the staff is signed in to the admin area. Throws `not_found` for anybody else. */
export async function listMemberSessions(db: Db, userId: string, token: string | undefined): Promise<SignIn[]> {
  await getMember(db, userId)
  return listOwnSessions(db, { userId, audience: 'admin' }, token)
}

/**
 * Ends every session of somebody of the staff. Throws `forbidden` unless the actor is an owner, and `not_found` for
 * anybody else.
 */
export function endMemberSessions(db: Db, userId: string, actorId: string): Promise<void> {
  return inTransaction(db, async (db) => {
    await lockStaffFor(db, actorId)
    await getMember(db, userId)
    await deleteMemberSessions(db, userId, actorId)
  })
}
