import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { sendMails } from '#server/mails/send-mails.ts'
import { NEVER } from '#test/purchase.ts'
import { insertPasskey, listPasskeys } from '#server/accounts/passkeys/passkey-queries.ts'
import { newId } from '#server/db/new-id.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ publicUrl: 'http://shop.example' })
})
beforeEach(() => void shop.mails.splice(0))
afterAll(() => shop.close())

const send = () => sendMails(shop.shop, NEVER)
const tokenIn = (text = '') => /^http:\/\/shop\.example\/confirm-email\/(.+)$/m.exec(text)?.[1] ?? 'none'

/** A new customer who asked for the mail, and the token that came with it. */
async function asked() {
  const customer = await shop.customer()
  await customer.api.requestEmailConfirmation()
  await send()
  return { customer, token: tokenIn(shop.mails.at(-1)?.text) }
}

const confirmedAt = async (id: string) => {
  const row = await shop.db
    .selectFrom('users')
    .select('emailConfirmedAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.emailConfirmedAt
}

test('a customer asks for the mail, and its link confirms the address', async () => {
  const { customer, token } = await asked()
  expect(shop.mails).toMatchObject([{ to: customer.user.email, subject: 'Please confirm your e-mail address' }])
  expect(shop.mails[0]?.text).not.toMatch(/Asha|Rao|Order/)
  expect(await customer.api.getEmailConfirmation()).toEqual({ isConfirmed: false })
  const { message } = await customer.api.confirmEmail(token)
  expect(message).toBe('Your e-mail address is confirmed. From now on we write to you about your orders.')
  expect(await customer.api.getEmailConfirmation()).toEqual({ isConfirmed: true })
})

test('a link may be used again and changes nothing then', async () => {
  const { customer, token } = await asked()
  const first = await customer.api.confirmEmail(token)
  const at = await confirmedAt(customer.user._id)
  expect(await shop.visitor().api.confirmEmail(token)).toEqual(first)
  expect(at).toBeInstanceOf(Date)
  expect(await confirmedAt(customer.user._id)).toEqual(at)
})

test('whoever confirms from another browser sets a new password, and what let in before ends', async () => {
  const { customer, token } = await asked()
  const { email, _id: userId } = customer.user
  const key = { id: newId(), userId, audience: 'customer', name: 'Key', transports: '' } as const
  await insertPasskey(shop.db, { ...key, credentialId: key.id, publicKey: new Uint8Array(1), counter: 0 })
  const owner = shop.visitor()
  await expect(owner.api.confirmEmail(token)).rejects.toMatchObject({ status: 403, code: 'new_password_needed' })
  await expect(owner.api.confirmEmail(token, 'short')).rejects.toMatchObject({ status: 400 })
  expect(await confirmedAt(userId)).toBeNull()
  expect((await customer.api.getMe()).email).toBe(email)
  await owner.api.confirmEmail(token, 'a password of the owner')
  expect(await confirmedAt(userId)).toBeInstanceOf(Date)
  await expect(customer.api.getMe()).rejects.toMatchObject({ status: 401 })
  await expect(owner.api.login({ email, password: customer.password })).rejects.toMatchObject({ status: 401 })
  expect(await listPasskeys(shop.db, key)).toEqual([])
  await owner.api.login({ email, password: 'a password of the owner' })
})

test('only the hash of a token is kept, and a token opens no session', async () => {
  const { token } = await asked()
  expect(token).toMatch(/^[\w-]{32}$/)
  const { rows } = await sql<{ row: string }>`select account_links::text as row from account_links`.execute(shop.db)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(rows)).toContain(createHash('sha256').update(token).digest('hex'))
  const visitor = shop.visitor()
  await visitor.api.confirmEmail(token, 'a plain new password')
  expect([...visitor.cookies]).toEqual([])
})

test('an expired token is answered like one that never was, and confirms nothing', async () => {
  const { customer, token } = await asked()
  await sql`update account_links set expires_at = now()`.execute(shop.db)
  const answerTo = (body: unknown) =>
    shop.app.inject({ method: 'POST', url: '/api/users/confirm-email', payload: body as object })
  const [expired, unknown, odd] = [
    await answerTo({ token }),
    await answerTo({ token: `${token.slice(1)}A` }),
    await answerTo({ token: '\u0000 \uD800' }),
  ]
  expect(expired.statusCode).toBe(404)
  expect(expired.json()).toMatchObject({
    code: 'not_found',
    message: expect.stringMatching(/^This link does not work/),
  })
  for (const other of [unknown, odd]) {
    expect(other.statusCode).toBe(404)
    expect(other.json()).toEqual(expired.json())
  }
  expect((await answerTo({ token: [token] })).statusCode).toBe(400)
  expect(await confirmedAt(customer.user._id)).toBeNull()
})

test('a link works for seven days', async () => {
  await asked()
  const { rows } = await sql`
    select distinct expires_at between now() + interval '6 days 23 hours' and now() + interval '7 days' as is_week
    from account_links where expires_at > now()`.execute(shop.db)
  expect(rows).toEqual([{ isWeek: true }])
})

test('a link confirms the address that it was sent to and no later one', async () => {
  const { customer, token } = await asked()
  await sql`update users set email = 'later@example.com', email_key = 'later@example.com'
    where id = ${customer.user._id}`.execute(shop.db)
  await expect(shop.visitor().api.confirmEmail(token)).rejects.toMatchObject({ status: 404 })
  expect(await confirmedAt(customer.user._id)).toBeNull()
})

test('a customer who asks again within a day is told when to ask, and gets no second mail', async () => {
  const { customer } = await asked()
  await expect(customer.api.requestEmailConfirmation()).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
    message: expect.stringMatching(/^We have written to this address within the last day\..* in 24 hours\.$/),
    retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 86_000 && seconds <= 86_400),
  })
  await send()
  expect(shop.mails).toHaveLength(1)
  await sql`update recent_mails set at = at - interval '1 day'`.execute(shop.db)
  await customer.api.requestEmailConfirmation()
  await send()
  expect(shop.mails).toHaveLength(2)
})

test('a message in somebody’s name does not keep their mail with the link from them', async () => {
  const customer = await shop.customer()
  const words = { firstName: 'A', lastName: 'B', subject: 'C', message: 'D', contactNumber: '9876543210' }
  await shop.visitor().api.submitContact({ ...words, email: customer.user.email })
  await send()
  await customer.api.requestEmailConfirmation()
  await send()
  expect(shop.mails.map(({ subject }) => subject)).toContain('Please confirm your e-mail address')
})

test('a new password ends the links that were sent to confirm the address', async () => {
  const { customer, token } = await asked()
  await customer.api.changePassword({ password: customer.password, newPassword: 'a better password' })
  await expect(shop.visitor().api.confirmEmail(token, 'a password of a reader')).rejects.toMatchObject({ status: 404 })
  expect(await confirmedAt(customer.user._id)).toBeNull()
})

test('of many requests at once one sends a mail', async () => {
  const customer = await shop.customer()
  const asking = Array.from({ length: 8 }, () =>
    customer.api.requestEmailConfirmation().then(
      () => 'sent',
      ({ code }: { code: string }) => code,
    ),
  )
  const outcomes = await Promise.all(asking)
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'rate_limited'), 'sent'])
  await send()
  expect(shop.mails).toHaveLength(1)
})

test('who is confirmed already gets no mail', async () => {
  const { customer, token } = await asked()
  await customer.api.confirmEmail(token)
  expect((await customer.api.requestEmailConfirmation()).message).toBe('Your e-mail address is confirmed already.')
  await sql`update mails set due_at = now() where name = 'confirm-address' and user_id = ${customer.user._id}`.execute(
    shop.db,
  )
  await send()
  expect(shop.mails).toHaveLength(1)
})
