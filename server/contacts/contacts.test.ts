import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ContactForm } from '#contract/contacts/contacts.ts'

import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
beforeEach(async () => {
  await sql`delete from contacts`.execute(shop.db)
})
afterAll(() => shop.close())

const draft = (overrides: Partial<ContactForm> = {}): ContactForm => ({
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  contactNumber: '9876543210',
  subject: 'A question',
  message: 'Do you ship to Pune?',
  ...overrides,
})

const submit = (overrides: Partial<ContactForm> = {}) => shop.visitor().api.submitContact(draft(overrides))

async function addContact(overrides: Partial<ContactForm> = {}) {
  await submit(overrides)
  const { items } = await admin.api.listContacts()
  return items[0]!
}

const auditOf = async (id: string) => {
  const { rows } = await sql<{ actorId: string; action: string; before: unknown; after: unknown }>`
    select actor_id, action, before, after from audit_log
    where subject_type = 'contact' and subject_id = ${id} order by id`.execute(shop.db)
  return rows
}

test('a visitor sends a message, and the administrator reads every word of it', async () => {
  const answer = await shop.visitor().fetch('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(draft({ message: '<b>bold</b>\n“quoted” 👔' })),
  })
  expect(answer.status).toBe(201)
  const { ticket, ...rest } = (await answer.json()) as Record<string, unknown>
  expect(rest).toEqual({ message: 'Submitted successfully!' })
  expect(ticket).toMatch(/^T-[2-9A-HJ-NP-Z]{6}$/)
  expect((await admin.api.listContacts()).items).toEqual([
    {
      _id: expect.any(String),
      ...draft({ message: '<b>bold</b>\n“quoted” 👔' }),
      createdAt: expect.stringMatching(/Z$/),
      isRead: false,
      ticket,
      state: 'open',
      dueAt: expect.stringMatching(/Z$/),
    },
  ])
})

test.each(['+91 98765 43210', '09876543210', '0091-98765-43210', '९८७६५४३२१०', '98765\u00A043210', '(98765) 43.210'])(
  'the contact number %j is kept in ten digits',
  async (contactNumber) => {
    expect(await addContact({ contactNumber })).toMatchObject({ contactNumber: '9876543210' })
  },
)

test('what is too long for a contact number is refused, and so is what has other letters', async () => {
  await expect(submit({ contactNumber: '98765432101' })).rejects.toMatchObject({
    fields: { contactNumber: 'Contact number cannot exceed 10 digits.' },
  })
  await expect(submit({ contactNumber: 'call me' })).rejects.toMatchObject({
    fields: { contactNumber: 'A contact number holds digits only.' },
  })
})

test('a name and a subject are one line, a message keeps its lines', async () => {
  const kept = await addContact({ firstName: 'Asha\r\nBcc: x', subject: 'A\u2028B\tC', message: 'One\n\nTwo\u200B' })
  expect(kept).toMatchObject({ firstName: 'Asha Bcc: x', subject: 'A B C', message: 'One\n\nTwo' })
  for (const field of ['firstName', 'subject', 'message'] as const) {
    await expect(submit({ [field]: '\u2800\u3164' })).rejects.toMatchObject({ status: 400 })
  }
})

test.each(Object.keys(draft()))('a message without %s is refused and not kept', async (field) => {
  const { [field as keyof ContactForm]: _, ...rest } = draft()
  for (const form of [rest, { ...rest, [field]: '  ' }, { ...rest, [field]: null }, { ...rest, [field]: 7 }]) {
    await expect(shop.visitor().api.submitContact(form as ContactForm)).rejects.toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { [field]: expect.any(String) },
    })
  }
  expect((await admin.api.listContacts()).total).toBe(0)
})

test.each([
  [{ email: 'nobody' }, 'Please enter a valid e-mail address.'],
  [{ contactNumber: '98765432101' }, 'Contact number cannot exceed 10 digits.'],
  [{ contactNumber: '98765-4321' }, 'A contact number holds digits only.'],
  [{ message: 'x'.repeat(5001) }, 'At most 5000 characters.'],
])('a message with %j is refused in a sentence', async (fault, sentence) => {
  await expect(submit(fault)).rejects.toMatchObject({ status: 400, message: sentence })
  expect((await admin.api.listContacts()).total).toBe(0)
})

test('a sender cannot mark a message as read or give it an id', async () => {
  for (const extra of [{ isRead: true }, { _id: 'mine' }, { createdAt: '2020-01-01T00:00:00Z' }]) {
    await expect(shop.visitor().api.submitContact({ ...draft(), ...extra })).rejects.toMatchObject({ status: 400 })
  }
})

test('messages are listed newest first, page by page, with their number in all', async () => {
  for (let number = 1; number <= 15; number += 1) {
    await submit({ subject: `Message ${number}` })
    // The embedded engine's clock tells milliseconds, and a message takes less.
    await wait(2)
  }
  const all = await admin.api.listContacts()
  expect(all.total).toBe(15)
  expect(all.items.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 15 }, (_, index) => `Message ${15 - index}`),
  )
  const second = await admin.api.listContacts({ page: 2, limit: 4 })
  expect(second).toEqual({ items: all.items.slice(4, 8), total: 15 })
  expect(await admin.api.listContacts({ page: 1 })).toEqual({ items: all.items.slice(0, 12), total: 15 })
  expect(await admin.api.listContacts({ limit: 3 })).toEqual({ items: all.items.slice(0, 3), total: 15 })
  expect(await admin.api.listContacts({ page: 99, limit: 10 })).toEqual({ items: [], total: 15 })
})

test('the number in all is there even where there is none', async () => {
  const answer = await admin.fetch('/api/admin/getallcontacts')
  expect(answer.headers.get('x-total-count')).toBe('0')
  expect(await answer.json()).toEqual([])
})

test.each(['page=0', 'limit=0', 'limit=101', 'page=x', 'isRead=maybe', 'unknown=1', `search=${'x'.repeat(201)}`])(
  'a list with %s is refused',
  async (query) => {
    expect((await admin.fetch(`/api/admin/getallcontacts?${query}`)).status).toBe(400)
  },
)

test('the list narrows to read or unread ones', async () => {
  const first = await addContact({ subject: 'first' })
  await addContact({ subject: 'second' })
  await admin.api.toggleContactRead(first._id)
  const subjects = async (isRead: 'true' | 'false') => {
    const { items, total } = await admin.api.listContacts({ isRead })
    expect(total).toBe(items.length)
    return items.map(({ subject }) => subject)
  }
  expect(await subjects('true')).toEqual(['first'])
  expect(await subjects('false')).toEqual(['second'])
})

test('a search looks at name, e-mail, number, subject and message, without case and accents, and takes signs as they are', async () => {
  await submit({ firstName: 'Meera', lastName: 'Das', email: 'meera@example.com', contactNumber: '1112223334' })
  await submit({ subject: 'Only 50% cotton?', message: 'a_b\\c, déjà vu' })
  const found = async (search: string) =>
    (await admin.api.listContacts({ search })).items.map(({ firstName }) => firstName)
  for (const word of ['meera das', 'MEERA@', '222333']) expect(await found(word)).toEqual(['Meera'])
  for (const word of ['50%', 'cotton', 'a_b', 'b\\c', ' COTTON ']) expect(await found(word)).toEqual(['Asha'])
  for (const word of ['deja', 'DÉJÀ', 'éj']) expect(await found(word)).toEqual(['Asha'])
  for (const word of ['\\', '%', '_']) expect(await found(word)).toEqual(['Asha'])
  for (const word of ['5%n', 'aXb', 'meera\\']) expect(await found(word)).toEqual([])
})

test('messages are found by words in any order and by phones as people write them', async () => {
  await submit({ firstName: 'Farida', lastName: 'Khan', contactNumber: '9829010000', subject: 'Wide lapels' })
  const found = async (search: string) =>
    (await admin.api.listContacts({ search })).items.map(({ firstName }) => firstName)
  for (const search of ['khan farida', 'lapels  khan', '+91 98290 10000', '098290-10000', '९८२९० १००००']) {
    expect({ search, names: await found(search) }).toEqual({ search, names: ['Farida'] })
  }
  expect(await found('khan meera')).toEqual([])
})

test('marking turns read and unread over, and both are recorded', async () => {
  const contact = await addContact()
  expect(await admin.api.toggleContactRead(contact._id)).toEqual({ ...contact, isRead: true })
  expect(await admin.api.toggleContactRead(contact._id)).toEqual({ ...contact, isRead: false })
  expect(await auditOf(contact._id)).toEqual([
    { actorId: admin.user._id, action: 'mark as read', before: { isRead: false }, after: { isRead: true } },
    { actorId: admin.user._id, action: 'mark as unread', before: { isRead: true }, after: { isRead: false } },
  ])
})

test('of twenty clicks at once none is lost', async () => {
  const contact = await addContact()
  await Promise.all(Array.from({ length: 21 }, () => admin.api.toggleContactRead(contact._id)))
  expect((await admin.api.listContacts()).items[0]?.isRead).toBe(true)
  expect(await auditOf(contact._id)).toHaveLength(21)
})

test.each([undefined, '{}'])('marking takes the body %j', async (body) => {
  const contact = await addContact()
  const answer = await admin.fetch(`/api/admin/contact/${contact._id}/toggle-read`, {
    method: 'PATCH',
    ...(body && { body, headers: { 'content-type': 'application/json' } }),
  })
  expect(await answer.json()).toEqual({ ...contact, isRead: true })
})

test('a deleted message is gone, and who deleted it is recorded', async () => {
  const contact = await addContact()
  expect(await admin.api.deleteContact(contact._id)).toEqual({ message: expect.any(String) })
  expect((await admin.api.listContacts()).total).toBe(0)
  expect(await auditOf(contact._id)).toMatchObject([{ actorId: admin.user._id, action: 'delete contact' }])
  await expect(admin.api.deleteContact(contact._id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(admin.api.toggleContactRead(contact._id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('unread messages come first where that is asked for', async () => {
  const read = await addContact({ subject: 'Read' })
  await admin.api.toggleContactRead(read._id)
  await addContact({ subject: 'Older' })
  const newest = await addContact({ subject: 'Newest' })
  await admin.api.toggleContactRead(newest._id)
  const subjects = async (sort?: 'newest' | 'unread') =>
    (await admin.api.listContacts({ sort })).items.map(({ subject }) => subject)
  expect(await subjects()).toEqual(['Newest', 'Older', 'Read'])
  expect(await subjects('unread')).toEqual(['Older', 'Newest', 'Read'])
})

test('several at once are marked and deleted, each with its row in the audit', async () => {
  const [one, other] = [await addContact(), await addContact()]
  await admin.api.toggleContactRead(other._id)
  const marked = await admin.api.markContacts([one._id, other._id, 'gone'], true)
  expect(marked.contacts.map(({ _id, isRead }) => [_id, isRead])).toEqual(
    expect.arrayContaining([
      [one._id, true],
      [other._id, true],
    ]),
  )
  expect((await auditOf(one._id)).map(({ action }) => action)).toEqual(['mark as read'])
  expect((await auditOf(other._id)).map(({ action }) => action)).toEqual(['mark as read'])

  const gone = await admin.api.deleteContacts([one._id, 'gone'])
  expect(gone).toEqual({ message: '1 message deleted.', ids: [one._id] })
  expect((await auditOf(one._id)).at(-1)).toMatchObject({ action: 'delete contact', actorId: admin.user._id })
  expect((await admin.api.deleteContacts([one._id, other._id])).ids).toEqual([other._id])
  expect(await admin.api.listContacts()).toEqual({ items: [], total: 0 })
})

test.each([
  ['mark', { ids: [], isRead: true }],
  ['mark', { ids: ['a'] }],
  ['mark', { ids: 'a', isRead: true }],
  ['mark', { ids: Array.from({ length: 101 }, String), isRead: true }],
  ['delete', { ids: [] }],
  ['delete', { ids: [null] }],
  ['delete', {}],
])('%s refuses %j', async (what, body) => {
  const answer = await admin.fetch(`/api/admin/contacts/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(400)
})
