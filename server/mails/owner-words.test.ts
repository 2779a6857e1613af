import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { MAIL_NAMES } from '#contract/words/mail-names.ts'
import { publicSettings } from '#contract/settings/public-settings.ts'
import { DEFAULT_WORDS, WORDS, type WordName } from '#contract/words/all-words.ts'
import { sendMails } from '#server/mails/send-mails.ts'
import { addProduct } from '#test/factories.ts'
import { buy, buyCart, NEVER, signedIn } from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

type TestShop = Awaited<ReturnType<typeof startShop>>

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['admin']>>
beforeAll(async () => {
  shop = await startShop({ shopName: 'Kurta House' })
  admin = await shop.admin()
})
beforeEach(async () => {
  shop.mails.splice(0)
  await sql`delete from settings`.execute(shop.db)
  await shop.shop.settings.reload()
})
afterAll(() => shop.close())

/** Changes words as any caller could. */
async function change(values: Record<string, unknown>) {
  const { settings } = await admin.api.listSettings()
  const revisions = Object.fromEntries(
    settings.flatMap(({ name, revision }) => (Object.hasOwn(values, name) ? [[name, revision]] : [])),
  )
  const answer = await admin.fetch('/api/admin/settings', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', origin: shop.origin },
    body: JSON.stringify({ values, revisions }),
  })
  return { status: answer.status, body: (await answer.json()) as { message: string; fields?: Record<string, string> } }
}

async function send() {
  await sql`update mails set due_at = now() where due_at is not null`.execute(shop.db)
  await sendMails(shop.shop, NEVER)
}

const bought = async () => buy(shop, (await addProduct(shop.db, { name: 'Silk Kurta' })).id)
const numberOf = ({ _id }: { _id: string }) => `#${_id.slice(-6).toUpperCase()}`

test('the owner’s words are in the subject, beside it and in the text of a mail, with their pieces filled in', async () => {
  const words = {
    'order-received.subject': '{shop} has your order {order}',
    'order-received.preheader': 'Thank you, {name}',
    'order-received.opening': 'Dear {name}, we cut {order} today.\r\n\r\nIt comes <3 from us.',
    mailGreeting: 'Namaste {name}!',
    mailClosing: 'With love\nfrom {shop}',
  }
  expect(await change(words)).toMatchObject({ status: 200 })
  const { order } = await bought()
  await send()
  const [mail] = shop.mails
  expect(mail?.subject).toBe(`Kurta House has your order ${numberOf(order)}`)
  const said = `Namaste Asha Rao!\n\nDear Asha Rao, we cut ${numberOf(order)} today.\n\nIt comes <3 from us.\n\n`
  expect(mail?.text).toContain(said)
  expect(mail?.text).toMatch(/With love\nfrom Kurta House\n\nSandbox/)
  expect(mail?.html).toContain('It comes &lt;3 from us.')
  expect(mail?.html).toContain('Thank you, Asha Rao')
  expect(mail?.html).toContain('With love<br/>from Kurta House')
})

test('an address that nobody confirmed reads the owner’s words without the name that somebody typed', async () => {
  await setSettings(shop, { 'order-received.opening': '{name}, thank you for {order}.' })
  const product = await addProduct(shop.db)
  const buyer = await signedIn(shop)
  await sql`update users set email_confirmed_at = null, firstname = 'Evil' where id = ${buyer.id}`.execute(shop.db)
  await buyer.api.addToCart(product.id)
  const { order } = await buyCart(shop, buyer)
  await send()
  expect(shop.mails[0]?.text).toContain(`Hello,\n\nThank you for ${numberOf(order)}.\n\n`)
  expect(shop.mails[0]?.text).not.toContain('Evil')
})

test('a subject that was saved when it could be longer still counts, and a new one has sixty characters at most', async () => {
  const old = `${'Kurta House has '.repeat(4)}{order}`
  const row = { name: 'order-received.subject', value: JSON.stringify(old), changedBy: null }
  await shop.db.insertInto('settings').values(row).execute()
  await shop.shop.settings.reload()
  expect(shop.shop.settings.current()['order-received.subject']).toBe(old)
  expect((await change({ 'order-received.subject': `${old}!` })).body.fields).toEqual({
    'values.order-received.subject': 'At most 60 characters.',
  })
})

test('null brings the shop’s own words back, and the last change is undone and is in the audit log', async () => {
  await change({ 'order-shipped.subject': 'Off it goes: {order}' })
  await change({ 'order-shipped.subject': null })
  const words = () => shop.shop.settings.current()['order-shipped.subject']
  expect(words()).toBe('Shipped: your order {order}')
  await admin.api.undoSetting('order-shipped.subject', 2)
  expect(words()).toBe('Off it goes: {order}')
  const { entries } = await admin.api.listAudit({ area: 'setting' })
  expect(entries[0]).toMatchObject({
    action: 'undo change of setting',
    subject: { _id: 'order-shipped.subject', name: 'Order shipped: Subject' },
    changes: [{ what: 'Value', from: null, to: 'Off it goes: {order}' }],
  })
})

const HUGE = 'A'.repeat(9000)
test.each<[WordName, unknown, RegExp]>([
  ['order-received.subject', 'Order {ordr}', /There is no \{ordr\} here\. You can use .*\{order\}/],
  ['order-received.subject', 'Your order', /Please keep \{order\}/],
  ['order-received.subject', 'Order {order}\r\nBcc: evil@example.com', /One line of text only/],
  ['order-received.subject', `{order} ${HUGE}`, /At most 60 characters/],
  ['order-received.subject', '', /Please write something here/],
  ['order-received.subject', '   ', /Please write something here/],
  ['order-received.subject', 7, /./],
  ['order-received.subject', ['{order}'], /./],
  ['order-received.opening', `{order} ${HUGE}`, /At most 2000 characters/],
  ['order-received.opening', '{order} <script>alert(1)</script>', /Plain text only/],
  ['order-received.opening', '{order} < img src=x onerror=alert(1)>', /Plain text only/],
  ['order-received.opening', '{order} a\u0000b', /cannot be kept/],
  ['order-received.opening', '{order} a\u001Bb', /cannot be shown/],
  ['order-received.opening', '{order} \u202Egnihton', /turns the direction/],
  ['sign-in-code.closing', 'Hello {name}', /There is no \{name\} here/],
  ['first-mail.closing', 'Hello {name}', /There is no \{name\} here/],
  ['emptyCart', '<b>Nothing</b>', /Plain text only/],
  ['emptyCart', '{order', /Braces stand around a placeholder alone/],
  ['thanksMail', 'It is on its way.', /Please keep \{email\}/],
  ['slipLine', 'One\nTwo', /One line of text only/],
])('%s refuses %j in a sentence beside its field', async (name, value, sentence) => {
  const { status, body } = await change({ [name]: value, slipLine: value === 'One\nTwo' ? value : 'Not saved' })
  expect(status).toBe(400)
  expect(body.fields?.[`values.${name}`]).toMatch(sentence)
  expect(shop.shop.settings.current()).toMatchObject({ [name]: DEFAULT_WORDS[name], slipLine: '' })
})

test('the announcement is plain text, too', async () => {
  const { status, body } = await change({ announcementText: 'Sale <a href="javascript:alert(1)">now</a>' })
  expect({ status, fields: body.fields }).toMatchObject({
    status: 400,
    fields: { 'values.announcementText': 'Plain text only: please leave out tags such as <b>.' },
  })
})

test('two owners who write the same words at once: one is saved, the other is told', async () => {
  const attempts = ['A', 'B', 'C'].map((letter) =>
    admin.api.changeSettings({ values: { emptyCart: `${letter} empty cart` }, revisions: { emptyCart: 0 } }),
  )
  const outcomes = await Promise.allSettled(attempts)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown)
  expect(refused).toMatchObject([{ code: 'conflict' }, { code: 'conflict' }])
})

test('a mail is shown with words that are not saved, and words that could not be saved are refused there too', async () => {
  const words = { 'order-shipped.subject': 'Gone: {order}', 'order-shipped.opening': 'We sent {order}, {name}.' }
  const shown = await admin.api.previewWords({ mail: 'order-shipped', words })
  expect(shown.subject).toBe('Gone: #DC6669')
  expect(shown.text).toContain('We sent #DC6669, Asha Rao.')
  expect(shop.shop.settings.current()['order-shipped.subject']).toBe(DEFAULT_WORDS['order-shipped.subject'])
  for (const wrong of [{ 'order-shipped.subject': 'Gone' }, { shopName: 'X' }, { toString: 'X' }]) {
    const previewing = admin.api.previewWords({
      mail: 'order-shipped',
      words: wrong,
    })
    await expect(previewing).rejects.toMatchObject({ code: 'invalid', message: expect.any(String) })
  }
})

test('every mail has its words, and each begins as the shop’s own', async () => {
  const { settings } = await admin.api.listSettings()
  const shown = new Map(settings.map((one) => [one.name, one]))
  for (const { name, default: text } of WORDS) {
    // The note is about the demo's pictures, and this shop has none.
    const value = name === 'footerNote' ? '' : text
    expect(shown.get(name)).toMatchObject({ value, isDefault: true })
  }
  const about = new Set(WORDS.flatMap(({ name }) => (name.includes('.') ? [name.split('.')[0]] : [])))
  expect(about).toEqual(new Set(MAIL_NAMES))
})

test('the owner’s line is on the packing slip, as a PDF and on the screen', async () => {
  const { order } = await bought()
  expect((await admin.api.getOrderDetail(order._id)).slipLine).toBeUndefined()
  await setSettings(shop, { slipLine: 'Thank you from {shop} for {order}' })
  const line = `Thank you from Kurta House for ${numberOf(order)}`
  expect((await admin.api.getOrderDetail(order._id)).slipLine).toBe(line)
  const answer = await admin.fetch(`/api/admin/orders/slips?ids=${order._id}`)
  expect(readPdf(Buffer.from(await answer.arrayBuffer())).flat()).toContain(line)
})

test('pages are told the owner’s words with the shop’s name in them', async () => {
  await setSettings(shop, { footerLine: 'Kurtas of {shop}, cut by hand', footerNote: '' })
  const { words } = publicSettings(shop.shop.settings.current(), Date.now())
  expect(words).toMatchObject({
    footerLine: 'Kurtas of Kurta House, cut by hand',
    footerNote: '',
    emptyCart: 'Your cart is empty.',
    thanksPlaced: 'Order {order} is placed.',
  })
})
