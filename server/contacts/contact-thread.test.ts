import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Mail } from '#server/mails/transport/mail-headers.ts'

import { MailUnavailable } from '#server/mails/transport/mailer.ts'
import { sendMails } from '#server/mails/service.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, buyCart, fillCart, NEVER } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
let other: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop({ shopName: 'Asha’s Shop', publicUrl: 'http://shop.example' })
  admin = await shop.admin()
  other = await shop.admin()
  await sql`update users set firstname = 'Meera', lastname = 'Das' where id = ${other.user._id}`.execute(shop.db)
})
beforeEach(async () => {
  await sql`delete from contacts`.execute(shop.db)
  await sql`delete from mails`.execute(shop.db)
  await sql`delete from recent_mails`.execute(shop.db)
  shop.mails.splice(0)
})
afterAll(() => shop.close())

const FORM = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  contactNumber: '9876543210',
  subject: 'A question',
  message: 'Do you ship to Pune?',
}

async function write(form: Partial<typeof FORM> = {}) {
  const { ticket } = await shop.visitor().api.submitContact({ ...FORM, ...form })
  const { items } = await admin.api.listContacts({ search: ticket })
  return items[0]!
}

const send = () => sendMails(shop.shop, NEVER)

/** Lets mails that wait for another try be due. */
const letDue = () => sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)

/** As if this had been written so long ago. */
const age = (id: string, interval: string) =>
  sql`
    update contacts set created_at = created_at - ${interval}::interval, due_at = due_at - ${interval}::interval
    where id = ${id}`.execute(shop.db)

const hoursUntil = (from: string, time: string | null) => (Date.parse(time ?? '') - Date.parse(from)) / 3_600_000

test('each message has a number of its own that tells nothing of the others', async () => {
  const tickets = await Promise.all(
    Array.from({ length: 40 }, async () => (await shop.visitor().api.submitContact(FORM)).ticket),
  )
  expect(new Set(tickets).size).toBe(40)
  for (const ticket of tickets) expect(ticket).toMatch(/^T-[2-9A-HJ-NP-Z]{6}$/)
})

test('a message is found by its number, in small letters too', async () => {
  const contact = await write({ subject: 'This one' })
  await write({ subject: 'Another one' })
  for (const search of [contact.ticket, ` ${contact.ticket.toLowerCase()} `]) {
    expect((await admin.api.listContacts({ search })).items).toEqual([contact])
  }
})

test('the sender gets one mail with the number, and nothing in it that somebody typed', async () => {
  const typed = 'Prize at http://evil.example\r\nBcc: victim@example.com'
  const { ticket } = await write({ firstName: typed, lastName: typed, subject: typed, message: typed })
  await send()
  await send()
  expect(shop.mails).toEqual([
    {
      id: expect.stringMatching(/\.contact$/),
      to: FORM.email,
      subject: `Received: your message ${ticket}`,
      html: expect.any(String),
      text: expect.stringContaining(ticket),
    },
  ])
  expect(JSON.stringify(shop.mails)).not.toMatch(/evil|Prize|victim|Bcc/)
})

test.each(['asha@example.com\r\nBcc: victim@example.com', 'asha@example.com, victim@example.com', 'a <b@example.com>'])(
  'the e-mail address %j is refused',
  async (email) => {
    await expect(write({ email })).rejects.toMatchObject({ status: 400, fields: { email: expect.any(String) } })
    await send()
    expect(shop.mails).toEqual([])
  },
)

test('a mailbox gets one such mail a day, however its address is spelt, whether or not an account has confirmed it', async () => {
  await sql`update users set email_confirmed_at = now() where id = ${other.user._id}`.execute(shop.db)
  const { email } = other.user
  for (const spelling of [email, email.toUpperCase(), email.replace('@', '+a@')]) await write({ email: spelling })
  await send()
  expect(shop.mails.map(({ to }) => to)).toEqual([email])
  const { rows } = await sql`select outcome from mails order by at, key`.execute(shop.db)
  expect(rows).toEqual(
    expect.arrayContaining([{ outcome: 'sent' }, { outcome: 'unconfirmed' }, { outcome: 'unconfirmed' }]),
  )
})

test('one network has twenty numbers an hour sent to strangers, and more to those who have confirmed their address', async () => {
  const limited = await startShop({ hasRateLimits: true, trustedProxies: ['127.0.0.1'] })
  try {
    const owner = await limited.customer()
    await sql`update users set email_confirmed_at = now() where id = ${owner.user._id}`.execute(limited.db)
    const writeFrom = (network: string, email: string) =>
      limited.visitor().fetch('/api/contact', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
        body: JSON.stringify({ ...FORM, email }),
      })
    const refusing = {
      ...limited.shop,
      mailer: { send: () => Promise.reject(new Error('450 later')), close: () => undefined },
    }
    const answers: Response[] = []
    for (let turn = 0; turn < 24; turn += 1) answers.push(await writeFrom('203.0.113.7', `a${turn}@victim.example`))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await answers.at(-1)!.json()).toEqual({ message: expect.any(String), ticket: expect.any(String) })
    // One that is tried again counts once.
    await sendMails(refusing, NEVER)
    await sql`update mails set due_at = now() where due_at is not null`.execute(limited.db)
    await writeFrom('203.0.113.7', owner.user.email)
    await writeFrom('203.0.113.200', 'neighbour@other.example')
    for (let round = 0; round < 3; round += 1) await sendMails(limited.shop, NEVER)
    const receivers = limited.mails.map(({ to }) => to)
    expect(receivers.filter((to) => to.endsWith('@victim.example'))).toHaveLength(20)
    expect(receivers).toEqual(expect.arrayContaining([owner.user.email, 'neighbour@other.example']))
    const { rows } = await sql`select from contacts`.execute(limited.db)
    expect(rows).toHaveLength(26)
    const left = await sql`select from mails where payload ? 'networks' or due_at is not null`.execute(limited.db)
    expect(left.rows).toEqual([])
  } finally {
    await limited.close()
  }
})

test('an answer goes out by mail once, is kept with its message and stands in the audit log without its text', async () => {
  const contact = await write()
  await send()
  const { message, thread } = await admin.api.answerContact(contact._id, {
    text: 'Yes, to <b>Pune</b>.\nAsk us.',
    seen: 0,
  })
  expect(message).toBe('Answer sent.')
  expect(thread.answers).toEqual([
    {
      _id: expect.any(String),
      text: 'Yes, to <b>Pune</b>.\nAsk us.',
      by: admin.user.name,
      createdAt: expect.any(String),
      mail: null,
    },
  ])
  expect(thread.contact).toMatchObject({ _id: contact._id, state: 'answered', isRead: true })
  await Promise.all([send(), send(), send()])
  expect(shop.mails.slice(1)).toEqual([
    {
      id: `${thread.answers[0]!._id}.contact`,
      to: FORM.email,
      subject: `Answered: your message ${contact.ticket}`,
      text: expect.stringContaining('\n\nYes, to <b>Pune</b>.\nAsk us.\n\n'),
      html: expect.stringContaining('Yes, to &lt;b&gt;Pune&lt;/b&gt;.<br/>Ask us.'),
    },
  ])
  expect(JSON.stringify(shop.mails)).not.toContain('ship to')
  expect((await admin.api.getContactThread(contact._id)).answers[0]).toMatchObject({ mail: 'sent' })
  const audit = shop.db.selectFrom('auditLog').select(['actorId', 'action', 'after'])
  expect(await audit.where('subjectId', '=', contact._id).execute()).toEqual([
    { actorId: admin.user._id, action: 'answer contact', after: { ticket: contact.ticket } },
  ])
})

test('a second click sends no second mail', async () => {
  const { _id } = await write()
  const answer = { text: 'Yes.', seen: 0 }
  const threads = await Promise.all([1, 2, 3].map(() => admin.api.answerContact(_id, answer)))
  for (const { thread } of threads) expect(thread.answers).toHaveLength(1)
  await send()
  expect(shop.mails.filter(({ subject }) => subject.startsWith('Answer'))).toHaveLength(1)
  // Once it has been seen, the same words are another answer.
  expect((await admin.api.answerContact(_id, { ...answer, seen: 1 })).thread.answers).toHaveLength(2)
})

test('of two who answer at once one is told of the other', async () => {
  const { _id } = await write()
  const outcomes = await Promise.allSettled([
    admin.api.answerContact(_id, { text: 'Yes.', seen: 0 }),
    other.api.answerContact(_id, { text: 'No.', seen: 0 }),
  ])
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refusals).toMatchObject([
    { status: 409, code: 'conflict', message: expect.stringContaining('answered meanwhile') },
  ])
  expect((await admin.api.getContactThread(_id)).answers).toHaveLength(1)
})

test('an answer to a message that is gone, and one that is no answer, are refused and mailed to nobody', async () => {
  const { _id } = await write()
  await send()
  for (const body of [
    {},
    { text: 'Yes.' },
    { text: '  ', seen: 0 },
    { text: 'x'.repeat(5001), seen: 0 },
    { text: 'no\u0000thing', seen: 0 },
    { text: 7, seen: 0 },
    { text: 'Yes.', seen: -1 },
    { text: 'Yes.', seen: 1.5 },
    { text: 'Yes.', seen: 0, to: 'victim@example.com' },
  ]) {
    await expect(admin.api.answerContact(_id, body as never)).rejects.toMatchObject({ status: 400, code: 'invalid' })
  }
  await expect(admin.api.answerContact(_id, { text: 'Yes.', seen: 3 })).rejects.toMatchObject({ status: 409 })
  await admin.api.deleteContact(_id)
  const missing = { status: 404, code: 'not_found' }
  await expect(admin.api.answerContact(_id, { text: 'Yes.', seen: 0 })).rejects.toMatchObject(missing)
  await expect(admin.api.getContactThread(_id)).rejects.toMatchObject(missing)
  await expect(admin.api.closeContact(_id, true)).rejects.toMatchObject(missing)
  await send()
  expect(shop.mails).toHaveLength(1)
})

test('whoever answers while the message is deleted gets the answer through or is told, and nothing is left behind', async () => {
  const { _id } = await write()
  await Promise.allSettled([admin.api.answerContact(_id, { text: 'Yes.', seen: 0 }), other.api.deleteContact(_id)])
  for (const table of ['contact_answers', 'mails']) {
    const { rows } = await sql`select from ${sql.table(table)}`.execute(shop.db)
    expect(rows).toEqual([])
  }
})

test('deleting a message deletes what was written to its sender, and a mail that still waits', async () => {
  const { _id } = await write()
  await admin.api.answerContact(_id, { text: 'A private answer.', seen: 0 })
  await admin.api.deleteContacts([_id])
  await send()
  expect(shop.mails).toEqual([])
  const { rows } = await sql<{ text: string }>`
    select row_to_json(log)::text as text from audit_log log where subject_id = ${_id}`.execute(shop.db)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('private answer')
})

test('an answer outlives a mail server that is down or refuses it, and one that fails for a day says so', async () => {
  const { _id } = await write()
  await send()
  await admin.api.answerContact(_id, { text: 'Yes.', seen: 0 })
  const mailedBy = (sendOne: (mail: Mail) => Promise<void>) => ({
    ...shop.shop,
    mailer: { send: sendOne, close: () => undefined },
  })
  const outage = mailedBy(() => Promise.reject(new MailUnavailable('nobody answers')))
  await expect(sendMails(outage, NEVER)).rejects.toThrow('nobody answers')
  await letDue()
  const refusing = mailedBy(() => Promise.reject(new Error('550 nobody here')))
  await sendMails(refusing, NEVER)
  expect((await admin.api.getContactThread(_id)).answers).toMatchObject([{ mail: null }])
  await letDue()
  await send()
  expect(shop.mails).toHaveLength(2)
  await admin.api.answerContact(_id, { text: 'Once more.', seen: 1 })
  await sql`update mails set at = now() - interval '25 hours' where due_at is not null`.execute(shop.db)
  await sendMails(refusing, NEVER)
  const { answers } = await admin.api.getContactThread(_id)
  expect(new Map(answers.map(({ text, mail }) => [text, mail]))).toEqual(
    new Map([
      ['Yes.', 'sent'],
      ['Once more.', 'failed'],
    ]),
  )
})

test('thirty mails a day go to one mailbox, and an answer beyond that says so', async () => {
  const { _id } = await write()
  await sql`update mails set due_at = null`.execute(shop.db)
  for (let seen = 0; seen < 31; seen += 1) await admin.api.answerContact(_id, { text: `Answer ${seen}`, seen })
  await send()
  await send()
  expect(shop.mails).toHaveLength(30)
  const mails = (await admin.api.getContactThread(_id)).answers.map(({ mail }) => String(mail)).toSorted()
  expect(mails).toEqual(['limited', ...Array.from({ length: 30 }, () => 'sent')])
})

test('an open ticket is due after 48 hours, an answered one after a month, a closed one never', async () => {
  const contact = await write()
  expect(hoursUntil(contact.createdAt, contact.dueAt)).toBe(48)
  const { thread } = await admin.api.answerContact(contact._id, { text: 'Yes.', seen: 0 })
  expect(hoursUntil(contact.createdAt, thread.contact.dueAt)).toBeGreaterThanOrEqual(28 * 24)
  expect(hoursUntil(contact.createdAt, thread.contact.dueAt)).toBeLessThanOrEqual(31 * 24)
  const closed = await admin.api.closeContact(contact._id, true)
  expect(closed).toMatchObject({ state: 'closed', dueAt: null })
  expect(await admin.api.closeContact(contact._id, true)).toEqual(closed)
  const late = await admin.api.answerContact(contact._id, { text: 'And thanks.', seen: 1 })
  expect(late.thread.contact).toMatchObject({ state: 'closed', dueAt: null })
  expect(await admin.api.closeContact(contact._id, false)).toMatchObject({
    state: 'answered',
    dueAt: thread.contact.dueAt,
  })
  const unanswered = await write()
  await admin.api.closeContact(unanswered._id, true)
  expect(await admin.api.closeContact(unanswered._id, false)).toMatchObject({ state: 'open', dueAt: unanswered.dueAt })
  const actions = shop.db.selectFrom('auditLog').select('action').where('subjectId', '=', contact._id)
  expect((await actions.orderBy('id').execute()).map(({ action }) => action)).toEqual([
    'answer contact',
    'close ticket',
    'answer contact',
    'reopen ticket',
  ])
})

test('the list sorts by what ends soonest, narrows to a state and to what is due, and the counts say how many', async () => {
  const [fresh, late, answered, closed] = [
    await write({ subject: 'fresh' }),
    await write({ subject: 'late' }),
    await write({ subject: 'answered' }),
    await write({ subject: 'closed' }),
  ]
  await age(late._id, '3 days')
  await admin.api.answerContact(answered._id, { text: 'Yes.', seen: 0 })
  await admin.api.closeContact(closed._id, true)
  const subjects = async (query: Parameters<typeof admin.api.listContacts>[0]) => {
    const { items, total } = await admin.api.listContacts(query)
    expect(total).toBe(items.length)
    return items.map(({ subject }) => subject)
  }
  expect(await subjects({ sort: 'due' })).toEqual(['late', 'fresh', 'answered', 'closed'])
  expect(await subjects({ state: 'open', sort: 'due' })).toEqual(['late', 'fresh'])
  expect(await subjects({ state: 'answered' })).toEqual(['answered'])
  expect(await subjects({ state: 'closed' })).toEqual(['closed'])
  expect(await subjects({ due: 'soon' })).toEqual(['late'])
  const counts = { all: 4, unread: 3, read: 1, dueSoon: 1, open: 2, answered: 1, closed: 1 }
  expect(await admin.api.countContacts()).toEqual(counts)
  expect(await admin.api.countContacts({ search: 'late' })).toMatchObject({ all: 1, open: 1, closed: 0 })
  await age(fresh._id, '25 hours')
  expect(await admin.api.countContacts()).toEqual({ ...counts, dueSoon: 2 })
  for (const query of ['state=gone', 'due=later', 'sort=ends']) {
    expect((await admin.fetch(`/api/admin/getallcontacts?${query}`)).status).toBe(400)
  }
})

test('beside a message stand the orders of the account with its address, and whether it is confirmed', async () => {
  const buyer = await shop.customer()
  await fillCart(buyer, (await addProduct(shop.db)).id)
  const { order } = await buyCart(shop, { ...buyer, id: buyer.user._id }, ADDRESS)
  const contact = await write({ email: buyer.user.email.toUpperCase() })
  const { sender } = await admin.api.getContactThread(contact._id)
  expect(sender).toMatchObject({ isConfirmed: false, orders: [{ _id: order._id, totalAmount: order.totalAmount }] })
  await sql`update users set email_confirmed_at = now() where id = ${buyer.user._id}`.execute(shop.db)
  expect((await admin.api.getContactThread(contact._id)).sender).toMatchObject({ isConfirmed: true })
  expect((await admin.api.getContactThread((await write())._id)).sender).toBeNull()
})
