import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openSession } from '#server/accounts/sessions/sessions.ts'
import { listSavedAddresses } from '#server/orders/service.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const exportOf = (name: string) => readFile(join(import.meta.dirname, '../../catalogue/other-shops/exports', name))
const fileOf = (text: string | Buffer) => new File([new Uint8Array(Buffer.from(text))], 'customers.csv')
const userOf = (email: string) =>
  shop.db.selectFrom('users').selectAll().where('emailKey', '=', email).executeTakeFirstOrThrow()

const notesOf = ({ customers }: Awaited<ReturnType<typeof admin.api.importCustomers>>) =>
  customers.flatMap(({ notes }) => notes.map(({ line, reason }) => `${line} ${reason}`))

test('customers come along with their addresses, without a password, a confirmed address or a mail', async () => {
  const file = fileOf(await exportOf('shopify-customers.csv'))
  const checked = await admin.api.importCustomers(file)
  expect(checked).toMatchObject({ isApplied: false, counts: { new: 5, existing: 0, rejected: 1 } })
  expect(checked.customers.at(-1)).toMatchObject({
    line: 7,
    status: 'rejected',
    notes: [{ line: 7, reason: 'It repeats line 2: the same e-mail address.' }],
  })
  expect(await admin.api.importCustomers(file, checked.token)).toMatchObject({
    isApplied: true,
    message: '5 customers imported.',
  })
  const tamil = await userOf('person1@example.com')
  expect(tamil).toMatchObject({
    role: 'customer',
    firstname: 'மீனா',
    lastname: '',
    phone: '9829012001',
    emailConfirmedAt: null,
  })
  expect(await listSavedAddresses(shop.db, tamil.id)).toEqual([
    {
      _id: expect.any(String),
      isDefault: true,
      fullName: 'மீனா',
      phone: '9829012341',
      street: '12, Johari Bazaar, Near Hawa Mahal',
      city: 'Jaipur',
      state: 'Rajasthan',
      pincode: '302003',
    },
  ])
  expect(await userOf('person2@example.com')).toMatchObject({ firstname: "O'Neil", lastname: 'D’Souza' })
  expect(await userOf('person4@example.com')).toMatchObject({ firstname: '', lastname: 'Khan' })
  expect(await shop.db.selectFrom('mails').selectAll().execute()).toEqual([])
  await expect(
    shop.visitor().api.login({ email: 'person1@example.com', password: 'any password' }),
  ).rejects.toMatchObject({
    status: 401,
  })
  await openSession(shop.db, 'customer', tamil.id)
  const again = await admin.api.importCustomers(file)
  expect(again.counts).toEqual({ new: 0, existing: 5, rejected: 1 })
})

test('an account that exists stays as it is, and what cannot come along is told by its line', async () => {
  const { user } = await shop.customer()
  const csv = [
    'First Name,Last Name,Email,Phone,Default Address Address1,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip',
    `Other,Name,${user.email.toUpperCase()},'+919829012000,,,,,`,
    'No,Mail,,,,,,,',
    'Wrong,Mail,not-an-address,,,,,,',
    ",,nameless@example.com,'0,,,,,",
    'Visit www.evil.example,Rao,linked@example.com,,,,,,',
    'Far,Away,far@example.com,,1 High Street,London,LND,GB,E1',
  ].join('\n')
  const answer = await admin.api.importCustomers(fileOf(csv))
  expect(answer.counts).toEqual({ new: 3, existing: 1, rejected: 2 })
  expect(notesOf(answer)).toEqual([
    '3 It has no e-mail address.',
    '4 Please enter a valid e-mail address.',
    '5 It has no name, so it is called nameless.',
    '6 The first name is left out: A name holds no address and no link.',
    '7 The address does not come along, because it is not in India.',
  ])
  await admin.api.importCustomers(fileOf(csv), answer.token)
  expect((await userOf(user.email)).firstname).toBe(user.firstname)
  await expect(admin.api.importCustomers(fileOf(csv), answer.token)).rejects.toMatchObject({ status: 409 })
})

test('customers of WooCommerce come in by the same check, the guests too, without passwords, roles or mails', async () => {
  const file = fileOf(await exportOf('woocommerce-customers.csv'))
  const checked = await admin.api.importCustomers(file)
  expect(checked).toMatchObject({ isApplied: false, counts: { new: 5, existing: 0, rejected: 1 } })
  expect(notesOf(checked)).toEqual([
    '3 The billing address does not come along: one address does.',
    '5 It comes as a customer: the role “administrator” does not come along.',
    '6 It repeats line 2: the same e-mail address.',
    '7 The address does not come along, because it is not in India.',
  ])
  expect(JSON.stringify(checked)).not.toContain('$P$')
  await admin.api.importCustomers(file, checked.token)
  const ravi = await userOf('ravi@example.com')
  expect(ravi).toMatchObject({ firstname: 'Ravi', lastname: 'Shekhawat', phone: '9829012340', emailConfirmedAt: null })
  expect(await listSavedAddresses(shop.db, ravi.id)).toMatchObject([
    {
      isDefault: true,
      fullName: 'Ravi Shekhawat',
      phone: '9829012340',
      street: '12, Johari Bazaar, Near Hawa Mahal',
      city: 'Jaipur',
      state: 'Rajasthan',
      pincode: '302003',
    },
  ])
  const meena = await userOf('meena@example.com')
  expect(await listSavedAddresses(shop.db, meena.id)).toMatchObject([
    { fullName: 'Amma Sundaram', phone: '9829012399', street: '7 North Street', city: 'Madurai', state: 'Tamil Nadu' },
  ])
  expect(await userOf('asha@example.com')).toMatchObject({ firstname: 'Asha', lastname: 'Rao', phone: '9829012342' })
  expect(await userOf('owner@example.com')).toMatchObject({ role: 'customer' })
  expect(await shop.db.selectFrom('mails').selectAll().execute()).toEqual([])
})

test('the report of customers of WooCommerce brings names and addresses of e-mail, and says that no street is in it', async () => {
  const csv = [
    'Name,Username,Last Active,Sign Up,Email,Orders,Total Spend,AOV,Country / Region,City,Region,Postal Code',
    'Karthik Subramaniam Iyer,karthik,2026-11-01 10:00:00,2024-01-01 10:00:00,karthik@example.com,3,4500,1500,IN,Madurai,TN,625001',
    'Zoya,,2026-11-01 10:00:00,,zoya@example.com,1,900,900,,,,',
  ].join('\n')
  const checked = await admin.api.importCustomers(fileOf(csv))
  expect(checked.counts).toEqual({ new: 2, existing: 0, rejected: 0 })
  expect(notesOf(checked)).toEqual(['2 The address does not come along, because a part of it is missing or too long.'])
  await admin.api.importCustomers(fileOf(csv), checked.token)
  expect(await userOf('karthik@example.com')).toMatchObject({ firstname: 'Karthik', lastname: 'Subramaniam Iyer' })
  expect(await userOf('zoya@example.com')).toMatchObject({ firstname: 'Zoya', lastname: '' })
})

test('a list of orders is no list of customers, though it has names and e-mail addresses', async () => {
  const csv = 'Name,Email,Financial Status\n#1001,buyer@example.com,paid\n'
  await expect(admin.api.importCustomers(fileOf(csv))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('This is no list of customers'),
  })
})

test('another sheet is refused with a sentence', async () => {
  await expect(admin.api.importCustomers(fileOf('name,price\na,1\n'))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('This is no list of customers'),
  })
})

test('who has no name is called by their address, of which no link is left', async () => {
  const addresses = ['asha.rao', 'www.evil.example', 'pay-at-evil.example/now', '/'].map(
    (name) => `${name}@named.example`,
  )
  const file = fileOf(['First Name,Last Name,Email', ...addresses.map((address) => `,,${address}`)].join('\n'))
  const checked = await admin.api.importCustomers(file)
  expect(checked.counts).toEqual({ new: 4, existing: 0, rejected: 0 })
  await admin.api.importCustomers(file, checked.token)
  const names = await Promise.all(addresses.map(async (address) => (await userOf(address)).firstname))
  expect(names).toEqual(['asha rao', 'www evil example', 'pay-at-evil example now', 'Customer'])
})

test('a phone number that a spreadsheet has shortened is left out with a note, and its empty decimals are dropped', async () => {
  const csv = [
    'First Name,Email,Phone,Default Address Address1,Default Address City,Default Address Province Code,Default Address Phone,Default Address Zip',
    'Short,short@phone.example,9.1983E+11,1 Road,Jaipur,RJ,9.1983E+11,302003',
    'Half,half@phone.example,9829012340.0,1 Road,Jaipur,RJ,9.1983E+11,302003.0',
    'Whole,whole@phone.example,,1 Road,Jaipur,RJ,9829012341.0,302003',
  ].join('\n')
  const checked = await admin.api.importCustomers(fileOf(csv))
  const lost =
    'The phone number “9.1983E+11” is left out: a spreadsheet has shortened it, and its last digits are lost.'
  expect(notesOf(checked)).toEqual([`2 ${lost}`, `3 ${lost}`])
  await admin.api.importCustomers(fileOf(csv), checked.token)
  const phonesOf = async (name: string) => {
    const { id, phone } = await userOf(`${name}@phone.example`)
    return [phone, ...(await listSavedAddresses(shop.db, id)).map((address) => `${address.phone} ${address.pincode}`)]
  }
  expect(await phonesOf('short')).toEqual(['', ' 302003'])
  expect(await phonesOf('half')).toEqual(['9829012340', '9829012340 302003'])
  expect(await phonesOf('whole')).toEqual(['9829012341', '9829012341 302003'])
})

test('joiners of Indian scripts stay in names and addresses, and marks that nobody sees go from around them', async () => {
  const csv = [
    'First Name,Last Name,Email,Default Address Address1,Default Address City,Default Address Province Code,Default Address Phone,Default Address Zip',
    '\u200e\u0905\u0928\u093f\u0932\u094d\u200d\u200b,\u0938\u0942\u0930\u094d\u200d\u092f\u093e,joined@example.com,\u{1f468}\u200d\u{1f469}\u200d\u{1f467} House,Jaipur,RJ,9829012342,302003',
  ].join('\n')
  const { token } = await admin.api.importCustomers(fileOf(csv))
  await admin.api.importCustomers(fileOf(csv), token)
  const user = await userOf('joined@example.com')
  expect([user.firstname, user.lastname]).toEqual([
    '\u0905\u0928\u093f\u0932\u094d\u200d',
    '\u0938\u0942\u0930\u094d\u200d\u092f\u093e',
  ])
  expect((await listSavedAddresses(shop.db, user.id))[0]?.street).toBe('\u{1f468}\u200d\u{1f469}\u200d\u{1f467} House')
})

test('a customer of whose letters a spreadsheet has made question marks is refused', async () => {
  const csv = [
    'First Name,Last Name,Email,Default Address Address1,Default Address City,Default Address Province Code,Default Address Phone,Default Address Zip',
    '????,??????,marked@example.com,,,,,',
    'Ravi,Rao,street@example.com,12 ????? ?????,Jaipur,RJ,9829012342,302003',
    'Asha,Rao,asked@example.com,Which house?,Jaipur,RJ,9829012342,302003',
  ].join('\n')
  const lost = 'A spreadsheet has made question marks of letters. Save it as CSV UTF-8.'
  const checked = await admin.api.importCustomers(fileOf(csv))
  expect(checked.counts).toEqual({ new: 1, existing: 0, rejected: 2 })
  expect(notesOf(checked)).toEqual([`2 ${lost}`, `3 ${lost}`])
})

test('a long list is read while others are answered', async () => {
  const lines = Array.from(
    { length: 3000 },
    (_, index) =>
      `A,B,many${index}@example.com,1 Road,Mysuru,Karnatakka${'xy'[index % 2]}${'abcdefghij'[index % 10]},IN,570001`,
  )
  const heads = 'First Name,Last Name,Email,Address1,City,Province,Country,Zip'
  let answered = 0
  const checking = admin.api.importCustomers(fileOf([heads, ...lines].join('\n'))).then(() => answered)
  for (;;) {
    const isOver = await Promise.race([checking.then(() => true), fetch(`${shop.origin}/healthz`).then(() => false)])
    if (isOver) break
    answered += 1
  }
  expect(await checking).toBeGreaterThan(3)
})
