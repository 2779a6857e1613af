import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import { createAdmin } from '#server/accounts/service.ts'
import { changeStaff, inviteStaff } from '#server/accounts/staff/staff.ts'
import { newId } from '#server/db/new-id.ts'
import { insertPasskey, listPasskeys } from '#server/accounts/passkeys/passkey-queries.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { NEVER, signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let owner: Awaited<ReturnType<typeof signedIn>>
beforeAll(async () => {
  shop = await startShop({ publicUrl: 'http://shop.example' })
  owner = await signedIn(shop, 'admin')
})
afterAll(() => shop.close())

const PASSWORD = 'a plain long password'
const newAddress = () => `staff-${newId()}@example.com`
const tokenOf = (link = '') => /^http:\/\/shop\.example\/join-staff\/([\w-]{32,})$/.exec(link)?.[1] ?? 'none'
const join = (token: string, password = PASSWORD) =>
  shop.visitor().api.joinStaff({ token, firstname: 'Meera', lastname: 'Das', password })

async function invited(staffRole: StaffRole = 'packer', email = newAddress()) {
  const { invitation, link } = await owner.api.inviteStaff({ email, staffRole })
  return { email, invitation, token: tokenOf(link) }
}

const entriesOf = async (subjectId: string) =>
  (
    await sql<{ actorId: string; action: string; after: object | null }>`
    select actor_id, action, after from audit_log where subject_id = ${subjectId} order by id`.execute(shop.db)
  ).rows

test('somebody who is invited chooses a password, signs in unaided and has the role', async () => {
  const { email, invitation, token } = await invited('packer')
  expect(invitation).toMatchObject({ email, staffRole: 'packer', hasEnded: false })
  const visitor = shop.visitor()
  const { message } = await visitor.api.joinStaff({ token, firstname: 'Meera', lastname: 'Das', password: PASSWORD })
  expect(message).toBe(`Welcome. Please log in with ${email} and your new password.`)
  expect([...visitor.cookies]).toEqual([])
  const { user } = await visitor.api.adminLogin({ email, password: PASSWORD })
  expect(user).toMatchObject({ email, name: 'Meera Das', role: 'admin' })
  expect((await visitor.api.getAdminMe()).staffRole).toBe('packer')
  const { members, invitations } = await owner.api.listStaff()
  expect(members.find(({ _id }) => _id === user._id)).toMatchObject({ email, staffRole: 'packer', deactivatedAt: null })
  expect(invitations.map((one) => one.email)).not.toContain(email)
  expect(await entriesOf(invitation._id)).toEqual([
    { actorId: owner.id, action: 'invite staff', after: { email, staffRole: 'packer' } },
  ])
  expect(await entriesOf(user._id)).toEqual([
    { actorId: user._id, action: 'join staff', after: { email, staffRole: 'packer' } },
  ])
})

test('where the shop has a mail server, a mail brings the link and the answer does not', async () => {
  const config = shop.shop.config as { smtpUrl: string | undefined }
  const email = newAddress()
  config.smtpUrl = 'smtp://mail.example'
  const answer = await owner.api
    .inviteStaff({ email, staffRole: 'support' })
    .finally(() => (config.smtpUrl = undefined))
  expect(answer.link).toBeUndefined()
  await sendMails(shop.shop, NEVER)
  const mail = shop.mails.find(({ to }) => to === email)
  expect(mail?.subject).toBe('Join the staff of Selvedge')
  const link = /^http:\/\/shop\.example\/join-staff\/\S+$/m.exec(mail?.text ?? '')?.[0]
  expect(mail?.html).toContain(link)
  await join(tokenOf(link))
  await sendMails(shop.shop, NEVER)
  expect(shop.mails.filter(({ to }) => to === email)).toHaveLength(1)
})

test('an invitation works once, also if it is used many times at once', async () => {
  const { email, token } = await invited()
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      join(token, `a plain password ${index}`).then(
        () => 'joined',
        ({ code }: { code: string }) => code,
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['joined', ...Array.from({ length: 5 }, () => 'not_found')])
  await expect(join(token)).rejects.toMatchObject({ status: 404 })
  const { rows } = await sql`select id from users where email = ${email}`.execute(shop.db)
  expect(rows).toHaveLength(1)
})

test('an ended, withdrawn, replaced, altered or odd token is answered like one that never was', async () => {
  const [ended, withdrawn, first] = [await invited(), await invited(), await invited()]
  const second = await invited('support', first.email)
  await sql`update staff_invitations set expires_at = now() where id = ${ended.invitation._id}`.execute(shop.db)
  await owner.api.withdrawInvitation(withdrawn.invitation._id)
  const odd = ['\u0000 \uD800', 'x'.repeat(400), `${second.token.slice(1)}A`]
  for (const token of [ended.token, withdrawn.token, first.token, ...odd]) {
    await expect(join(token)).rejects.toMatchObject({
      status: 404,
      message: 'This invitation does not work any more. Please ask the shop’s owner for a new one.',
    })
  }
  expect((await owner.api.listStaff()).invitations.filter(({ email }) => email === ended.email)).toMatchObject([
    { hasEnded: true },
  ])
  await join(second.token)
})

test('only the hash of the token is stored, and it works for seven days', async () => {
  const { email, token } = await invited()
  const { rows } = await sql<{ row: string; days: number }>`
    select link::text as row, extract(day from invitation.expires_at - invited_at)::int as days
    from staff_invitations invitation join account_links link on link.invitation_id = invitation.id
    where email = ${email}`.execute(shop.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.days).toBe(7)
  expect(rows[0]?.row).not.toContain(token)
  expect(rows[0]?.row).toContain(createHash('sha256').update(token).digest('hex'))
})

test('an invitation never reaches an account that is somebody’s already', async () => {
  const customer = await shop.customer()
  await expect(
    owner.api.inviteStaff({ email: ` ${customer.user.email.toUpperCase()}`, staffRole: 'owner' }),
  ).rejects.toMatchObject({ status: 409, fields: { email: expect.any(String) } })
  const { email, token } = await invited('owner')
  const later = await shop.customer({ email })
  await expect(join(token)).rejects.toMatchObject({ status: 409 })
  expect((await later.api.getMe()).role).toBe('customer')
  await expect(later.api.adminLogin({ email, password: later.password })).rejects.toMatchObject({ status: 403 })
})

/** Invites by mail, as a shop with a mail server does. */
async function mailed(email = newAddress()) {
  const config = shop.shop.config as { smtpUrl: string | undefined }
  config.smtpUrl = 'smtp://mail.example'
  await owner.api.inviteStaff({ email, staffRole: 'packer' }).finally(() => (config.smtpUrl = undefined))
  await sendMails(shop.shop, NEVER)
  const link = /^http:\/\/shop\.example\/join-staff\/\S+$/m.exec(shop.mails.find(({ to }) => to === email)?.text ?? '')
  return { email, token: tokenOf(link?.[0]) }
}

test('a stranger who registers an invited address keeps nobody out, and is out once the link of the mail is used', async () => {
  const { email, token } = await mailed()
  const stranger = await shop.customer({ email: email.toUpperCase() })
  const key = { id: newId(), userId: stranger.user._id, audience: 'customer', name: 'Key', transports: '' } as const
  await insertPasskey(shop.db, { ...key, credentialId: key.id, publicKey: new Uint8Array(1), counter: 0 })
  await join(token)
  await expect(stranger.api.getMe()).rejects.toMatchObject({ status: 401 })
  await expect(shop.visitor().api.login({ email, password: stranger.password })).rejects.toMatchObject({ status: 401 })
  expect(await listPasskeys(shop.db, key)).toEqual([])
  const visitor = shop.visitor()
  const { user } = await visitor.api.adminLogin({ email, password: PASSWORD })
  expect(user).toMatchObject({ email, name: 'Meera Das', role: 'admin', phone: '' })
  expect((await visitor.api.getAdminMe()).staffRole).toBe('packer')
  expect(await entriesOf(user._id)).toContainEqual({
    actorId: user._id,
    action: 'join staff',
    after: { email, staffRole: 'packer' },
  })
})

test('an address that a stranger has registered can be invited by mail, and a confirmed one or one of the staff cannot', async () => {
  const stranger = await shop.customer()
  const { email, token } = await mailed(stranger.user.email)
  await join(token)
  await expect(stranger.api.getMe()).rejects.toMatchObject({ status: 401 })
  expect((await shop.visitor().api.adminLogin({ email, password: PASSWORD })).user.role).toBe('admin')
  const [confirmed, colleague] = [await shop.customer(), await shop.admin()]
  await sql`update users set email_confirmed_at = now() where id = ${confirmed.user._id}`.execute(shop.db)
  await expect(mailed(confirmed.user.email)).rejects.toMatchObject({ status: 409 })
  await expect(mailed(colleague.user.email)).rejects.toMatchObject({ status: 409 })
})

test('an address that its owner has confirmed as a customer since is not taken by the link of an invitation', async () => {
  const { email, token } = await mailed()
  const customer = await shop.customer({ email })
  await sql`update users set email_confirmed_at = now() where id = ${customer.user._id}`.execute(shop.db)
  await expect(join(token)).rejects.toMatchObject({ status: 409 })
  expect((await customer.api.getMe()).role).toBe('customer')
})

test('a password that is easy to guess is refused, and the link still works', async () => {
  const { email, token } = await invited()
  for (const password of ['password1', email, 'Meera Das', 'short']) {
    await expect(join(token, password)).rejects.toMatchObject({ status: 400 })
  }
  await join(token)
})

test('who is deactivated is out at once and may come in again when they are activated', async () => {
  const member = await shop.admin()
  const change = (isActive: boolean) => owner.api.changeStaff(member.user._id, { isActive })
  expect((await change(false)).member.deactivatedAt).toEqual(expect.any(String))
  await expect(member.api.getAdminMe()).rejects.toMatchObject({ status: 401 })
  const signIn = () => shop.visitor().api.adminLogin({ email: member.user.email, password: member.password })
  await expect(signIn()).rejects.toMatchObject({ status: 403 })
  await change(false)
  expect((await change(true)).member.deactivatedAt).toBeNull()
  await signIn()
  await expect(member.api.getAdminMe()).rejects.toMatchObject({ status: 401 })
  expect((await entriesOf(member.user._id)).map(({ action, actorId }) => [action, actorId])).toEqual([
    ['make administrator', null],
    ['deactivate', owner.id],
    ['activate', owner.id],
  ])
})

test('the last owner stays one, and a deactivated owner is no other', async () => {
  const other = await signedIn(shop, 'admin')
  await sql`update users set deactivated_at = now() where role = 'admin' and id not in (${owner.id}, ${other.id})`.execute(
    shop.db,
  )
  await owner.api.changeStaff(other.id, { isActive: false })
  for (const change of [
    { isActive: false },
    { staffRole: 'manager' },
    { staffRole: 'packer', isActive: false },
  ] as const) {
    await expect(owner.api.changeStaff(owner.id, change)).rejects.toMatchObject({
      status: 409,
      message: 'The shop needs an owner. Please make somebody else an owner first.',
    })
  }
  const { members } = await owner.api.listStaff()
  expect(members.find(({ _id }) => _id === owner.id)).toMatchObject({ staffRole: 'owner', deactivatedAt: null })
})

test('two owners who remove each other at once leave one', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [first, second] = [await signedIn(shop, 'admin'), await signedIn(shop, 'admin')]
    await sql`update users set deactivated_at = now() where role = 'admin' and id not in (${first.id}, ${second.id})`.execute(
      shop.db,
    )
    await Promise.allSettled([
      first.api.changeStaff(second.id, { staffRole: 'support' }),
      second.api.changeStaff(first.id, { isActive: false }),
      first.api.changeStaff(first.id, { staffRole: 'packer' }),
    ])
    const { rows } = await sql`select id from users
      where role = 'admin' and staff_role = 'owner' and deactivated_at is null`.execute(shop.db)
    expect(rows).toHaveLength(1)
  }
  await sql`update users set deactivated_at = null where id = ${owner.id}`.execute(shop.db)
  owner = await signedIn(shop, 'admin')
})

test.each([{ isActive: false }, { staffRole: 'manager' as const }])(
  'the links of an owner who is one no more (%o) make nobody an owner',
  async (change) => {
    const leaving = await signedIn(shop, 'admin')
    const email = newAddress()
    const { invitation, link } = await leaving.api.inviteStaff({ email, staffRole: 'owner' })
    const others = await invited('packer')
    await owner.api.changeStaff(leaving.id, change)
    await expect(join(tokenOf(link))).rejects.toMatchObject({ status: 404 })
    expect((await owner.api.listStaff()).invitations.map((one) => one.email)).not.toContain(email)
    expect((await entriesOf(invitation._id)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['invite staff', leaving.id],
      ['withdraw invitation', owner.id],
    ])
    await join(others.token)
  },
)

const emailOf = async (id: string) => (await owner.api.listStaff()).members.find(({ _id }) => _id === id)?.email ?? ''

async function resetByMail(id: string) {
  const email = await emailOf(id)
  await shop.visitor().api.forgotPassword(email)
  await sendMails(shop.shop, NEVER)
  const text = shop.mails.findLast(({ to }) => to === email)?.text ?? ''
  const token = /\/reset-password\/(\S+)/.exec(text)?.[1] ?? 'none'
  await shop.visitor().api.resetPassword({ token, password: 'a plain new password' })
  return id
}

async function resetByCommand(id: string) {
  await createAdmin(shop.db, { email: await emailOf(id), password: 'a plain new password' })
  return null
}

test.each([resetByMail, resetByCommand])(
  'the links of an owner whose password was lost end with it, others go on (%o)',
  async (reset) => {
    const lost = await signedIn(shop, 'admin')
    const emails = [newAddress(), newAddress()]
    const answers = []
    for (const email of emails) answers.push(await lost.api.inviteStaff({ email, staffRole: 'owner' }))
    const others = await invited('packer')
    const withdrawnBy = await reset(lost.id)
    for (const { invitation, link } of answers) {
      await expect(join(tokenOf(link))).rejects.toMatchObject({ status: 404 })
      expect((await entriesOf(invitation._id)).map(({ action, actorId }) => [action, actorId])).toEqual([
        ['invite staff', lost.id],
        ['withdraw invitation', withdrawnBy],
      ])
    }
    const open = (await owner.api.listStaff()).invitations.map(({ email }) => email)
    expect(open).toContain(others.email)
    expect(open.filter((email) => emails.includes(email))).toEqual([])
    await join(others.token)
  },
)

test('a call of an owner that comes through after they were removed changes nothing', async () => {
  const [leaving, member] = [await signedIn(shop, 'admin'), await signedIn(shop, 'admin', 'packer')]
  await sql`update users set deactivated_at = now() where id = ${leaving.id}`.execute(shop.db)
  const late = { actorId: leaving.id, sessionToken: undefined, sendsMail: false }
  await expect(inviteStaff(shop.db, { email: newAddress(), staffRole: 'owner' }, late)).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(changeStaff(shop.db, member.id, { staffRole: 'owner' }, leaving.id)).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect((await member.api.getAdminMe()).staffRole).toBe('packer')
})

test('bad input is refused, and a customer is nobody of the staff', async () => {
  const customer = await shop.customer()
  for (const change of [{}, { staffRole: 'admin' }, { isActive: 'no' }, { isActive: true, role: 'admin' }]) {
    await expect(owner.api.changeStaff(owner.id, change as never)).rejects.toMatchObject({ status: 400 })
  }
  for (const inviting of [{ email: 'nobody', staffRole: 'packer' }, { email: newAddress() }, { staffRole: 'packer' }]) {
    await expect(owner.api.inviteStaff(inviting as never)).rejects.toMatchObject({ status: 400 })
  }
  for (const id of [customer.user._id, 'none', 'x'.repeat(400)]) {
    await expect(owner.api.changeStaff(id, { isActive: false })).rejects.toMatchObject({ status: 404 })
    await expect(owner.api.withdrawInvitation(id)).rejects.toMatchObject({ status: 404 })
  }
  expect((await customer.api.getMe()).role).toBe('customer')
})
