import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ColumnChoice } from '#contract/delivery/pin-table.ts'
import { isShopError } from '#contract/api/errors.ts'
import { setSettings } from '#test/set-settings.ts'
import { signedIn } from '#test/purchase.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

type Choices = { columns?: ColumnChoice; replaces?: boolean }
const fileOf = (text: string | Uint8Array) =>
  new File([typeof text === 'string' ? text : new Uint8Array(text)], 'pins.csv')
const check = (text: string | Uint8Array, choices: Choices = {}) => admin.api.importPinTable(fileOf(text), choices)
async function apply(text: string | Uint8Array, choices: Choices = {}) {
  const { token } = await check(text, choices)
  return admin.api.importPinTable(fileOf(text), { ...choices, token })
}
async function empty() {
  const { rows, version } = await admin.api.getPinTable()
  if (rows > 0) await admin.api.emptyPinTable(version)
}
/** What visitors get for a PIN: what is promised, or the status and the sentence. */
async function ask(pin: string): Promise<Record<string, unknown>> {
  const answer = await shop.visitor().fetch(`/api/delivery/${encodeURIComponent(pin)}`)
  return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
}
const reasonsFor = async (text: string | Uint8Array, choices: Choices = {}) =>
  (await check(text, choices)).rows.flatMap(({ reasons }) => reasons.map(({ line, reason }) => `${line} ${reason}`))
const HEAD = 'pin,prepaid,cod,days,fee\n'

test('without a PIN table every PIN is served within the specified days, and what is no PIN is told', async () => {
  await empty()
  expect(await ask('560001')).toMatchObject({
    status: 200,
    pin: '560001',
    city: 'Bengaluru',
    state: 'Karnataka',
    prepaid: true,
    cash: false,
    days: 12,
    fee: 0,
  })
  for (const typed of ['56000', '012345', 'abcdef', '5600011', '%00']) {
    expect(await ask(typed)).toMatchObject({ status: 400, code: 'invalid' })
  }
  expect(await ask('५६० ००१')).toMatchObject({ status: 200, pin: '560001' })
})

test('the longest match of a table counts, and a PIN without a row is not served unless the owner serves the rest', async () => {
  await empty()
  const sheet = `${HEAD}11*,yes,no,4,60\n1100*,yes,yes,3,\n110001-110010,no,no,,\n110005,yes,no,1,0\n560001-560110,YES,Y,2,49.50\n`
  const planned = await check(sheet)
  expect(planned).toMatchObject({ isApplied: false, counts: { new: 5, changed: 0, unchanged: 0, rejected: 0 } })
  expect((await admin.api.getPinTable()).rows).toBe(0)
  const done = await admin.api.importPinTable(fileOf(sheet), { token: planned.token })
  expect(done).toMatchObject({ isApplied: true, message: '5 rows imported.' })

  expect(await ask('110099')).toMatchObject({ days: 3, fee: 0, city: 'New Delhi', state: 'Delhi' })
  expect(await ask('119999')).toMatchObject({ days: 4, fee: 60 })
  expect(await ask('110005')).toMatchObject({ days: 1 })
  expect(await ask('110006')).toMatchObject({
    status: 404,
    code: 'not_found',
    message: 'We do not deliver to the PIN code 110006 yet.',
  })
  expect(await ask('560110')).toMatchObject({ status: 200, days: 2, fee: 49.5, cash: false })
  expect(await ask('560111')).toMatchObject({ status: 404 })
  await setSettings(shop, { deliveryElsewhere: 'Prepaid only', deliveryElsewhereDays: 9, deliveryElsewhereFee: 80 })
  expect(await ask('560111')).toMatchObject({ status: 200, days: 9, fee: 80, prepaid: true, cash: false })
  await setSettings(shop, { deliveryElsewhere: 'Not served', deliveryElsewhereFee: 0 })

  expect(await check(sheet)).toMatchObject({ counts: { new: 0, unchanged: 5 } })
  const { row, sentence } = await admin.api.lookUpPin('110006')
  expect({ row, sentence }).toEqual({
    row: { pin: '110001-110010', prepaid: 'no', cod: 'no', days: '', fee: '', city: '', state: '' },
    sentence: 'We do not deliver to the PIN code 110006 yet.',
  })
})

test('a sheet changes what it names, and takes out the rest only where its owner says so', async () => {
  await empty()
  await apply(`${HEAD}560001,yes,yes,2,40\n560002,yes,yes,2,40\n`)
  expect((await check('pin,days\n560001,5\n')).rows).toMatchObject([
    { status: 'changed', line: 2, pin: '560001', changes: [{ what: 'days', from: '2', to: '5' }] },
  ])
  await apply('pin,days\n560001,5\n')
  expect(await ask('560001')).toMatchObject({ days: 5, fee: 40 })
  expect(await ask('560002')).toMatchObject({ days: 2 })
  // The faulty line leaves its row as it is; the row that no line names goes.
  const faulty = `${HEAD}560001,yes,maybe,9,40\n560003,yes,yes,2,40\n`
  expect((await apply(faulty, { replaces: true })).counts).toMatchObject({ new: 1, removed: 1, rejected: 1 })
  expect(await Promise.all(['560001', '560002', '560003'].map(async (pin) => (await ask(pin)).days))).toEqual([
    5,
    undefined,
    2,
  ])
})

test('an empty cell leaves what a row says, a dash takes it away, and a state that nobody knows is a fault', async () => {
  await empty()
  const head = 'pin,prepaid,days,fee,city,state\n'
  await apply(`${head}560001,yes,2,40,Bengaluru,Karnataka\n`)
  const row = async () => (await admin.api.lookUpPin('560001')).row
  const full = { pin: '560001', prepaid: 'yes', cod: 'no', days: '2', fee: '40', city: 'Bengaluru', state: 'Karnataka' }
  expect(await row()).toEqual(full)
  expect((await apply(`${head}560001,,,,,\n`)).counts).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await row()).toEqual(full)
  expect(await reasonsFor('pin,state\n560001,Atlantis\n')).toEqual([
    '2 state: India has no state “Atlantis”. Leave it empty if you are not sure.',
  ])
  expect(await reasonsFor('pin,city\n560001,???????\n')).toEqual([
    '2 city: A spreadsheet has made question marks of letters. Save it as CSV UTF-8.',
  ])
  await apply(`${head}560001,,-,-,-,NA\n`)
  expect(await row()).toEqual({ ...full, days: '', fee: '', city: '', state: '' })
})

test('every fault of a sheet is told by its line, and the other lines are imported', async () => {
  await empty()
  const sheet = [
    '1.1E+05,yes,yes,2,0',
    '560110-560001,yes,yes,2,0',
    '560001,yes,yes,-2,0',
    '560002,perhaps,yes,2,0',
    '560003,yes,yes,soon,free of charge',
    '56000,yes,yes,2,0',
    '056000,yes,yes,2,0',
    '560004,yes,yes,2,0',
    '560004,yes,yes,3,0',
    '560004,yes,yes,2,0',
    '570001-570100,yes,yes,2,0',
    '570050-570200,yes,yes,2,0',
    ',yes,yes,2,0',
    '560005;560006,yes,yes,2,0',
    '560007,yes,yes,02-Mar,0',
    '560008,yes,yes,2,-40',
    '*,yes,yes,2,0',
  ].join('\n')
  const answer = await check(HEAD + sheet)
  expect(answer.counts).toMatchObject({ new: 2, repeated: 1, rejected: 14 })
  expect(answer.rows.flatMap(({ reasons }) => reasons.map(({ line, reason }) => `${line} ${reason}`))).toEqual([
    '2 pin: The spreadsheet has made “1.1E+05” of the PIN code, and its last digits are lost. Format the column as text and enter it again.',
    '3 pin: The range ends before it begins: “560110-560001”. Write 560001-560110.',
    '4 days: A parcel does not arrive before it leaves: “-2”.',
    '5 prepaid: Yes or no, not “perhaps”.',
    '6 days: A whole number of days, not “soon”.',
    '6 fee: Rupees with at most two decimals, not “free of charge”.',
    '7 pin: A PIN code has six digits. It says “56000”. For all that begin so write 56000*.',
    '8 pin: No PIN code begins with 0, as in “056000”.',
    '10 pin: It repeats line 9 and says something else. Line 9 counts.',
    '13 pin: 570050-570200 overlaps 570001-570100 of line 12, and neither lies inside the other.',
    '14 pin: The PIN code is missing.',
    '15 pin: One PIN code, one range or one prefix in a line. It says “560005;560006”.',
    '16 days: “02-Mar” looks like a date that a spreadsheet made of a span of days.',
    '17 fee: A fee is not below 0: “-40”.',
    '18 pin: All PIN codes at once have no row; what holds for the rest is set beside the table.',
    '11 It says again what line 9 says.',
  ])
  await apply(HEAD + sheet)
  expect((await admin.api.getPinTable()).rows).toBe(2)
  // What overlaps a row of the table is refused, too; what lies inside of it is not.
  expect(await reasonsFor(`${HEAD}570100-570300,yes,yes,2,0\n570010-570020,yes,yes,2,0\n`)).toEqual([
    '2 pin: 570100-570300 overlaps 570001-570100 of the table, and neither lies inside the other.',
  ])
})

test('a sheet is read however a spreadsheet or a courier has written it', async () => {
  const rows =
    'Pincode;Prepaid Available;COD (Y/N);TAT (days);City\r\n५६० ००१;TRUE;1;3-5;Bengaluru\r\n 5,60,002 ;Y;N;48 hours;"Bengaluru, rural"\r\n560003.0;1;0;;\r\n\r\n'
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(Uint16Array.from(rows, (sign) => sign.charCodeAt(0)).buffer),
  ])
  await setSettings(shop, { deliveryElsewhereDays: 9 })
  for (const file of [rows, `\uFEFF${rows}`, utf16, `sep=;\r\n${rows}`]) {
    await empty()
    const answer = await apply(file)
    expect(answer.columns).toEqual([
      { heading: 'Pincode', means: 'pin', example: '५६० ००१' },
      { heading: 'Prepaid Available', means: 'prepaid', example: 'TRUE' },
      { heading: 'COD (Y/N)', means: 'cod', example: '1' },
      { heading: 'TAT (days)', means: 'days', example: '3-5' },
      { heading: 'City', means: 'city', example: 'Bengaluru' },
    ])
    expect(answer.counts).toMatchObject({ new: 3, rejected: 0 })
    expect(await ask('560001')).toMatchObject({ days: 5, city: 'Bengaluru' })
    expect(await ask('560002')).toMatchObject({ days: 2, city: 'Bengaluru, rural' })
    expect(await ask('560003')).toMatchObject({ days: 9, city: 'Bengaluru' })
  }
})

test('the columns of a courier’s list are proposed, and the owner’s choice counts', async () => {
  await empty()
  const sheet = 'Hub,Dest,Origin Pincode,COD Limit,COD,Transit,Rate Zone A,Other\nBLR,560001,110001,5000,Y,4,50,2\n'
  const proposed = await check(sheet)
  expect(proposed.columns.map(({ heading, means }) => [heading, means])).toEqual([
    ['Hub', null],
    ['Dest', 'pin'],
    ['Origin Pincode', null],
    ['COD Limit', null],
    ['COD', 'cod'],
    ['Transit', 'days'],
    ['Rate Zone A', null],
    ['Other', null],
  ])
  const columns: ColumnChoice = { fee: 'Rate Zone A', days: 'Other', cod: null }
  // The token is of these choices, too.
  await expect(admin.api.importPinTable(fileOf(sheet), { columns, token: proposed.token })).rejects.toMatchObject({
    status: 409,
  })
  await apply(sheet, { columns })
  expect(await ask('560001')).toMatchObject({ days: 2, fee: 50, prepaid: true })
  expect((await admin.api.lookUpPin('560001')).row).toMatchObject({ cod: 'no' })
  await expect(check(sheet, { columns: { fee: 'Nowhere' } })).rejects.toMatchObject({ status: 400 })
})

test.each([
  ['', 'The file is empty.'],
  ['560001,yes\n560002,no\n', 'The first line names the columns, and yours begins with “560001”.'],
  ['name,price\nShirt,5\n', 'No column holds PIN codes. The sheet has name, price.'],
  ['pin,days\n"560001,2\n', 'The file cannot be read as CSV'],
])('the file %j is refused with a sentence', async (text, sentence) => {
  const failure: unknown = await check(text).catch((error: unknown) => error)
  expect(isShopError(failure) && failure.status).toBe(400)
  expect(isShopError(failure) && failure.message).toContain(sentence)
})

test('a sheet with more columns than any list has is refused with a sentence', async () => {
  await expect(check(`name${',x'.repeat(200_000)}\n560001`)).rejects.toMatchObject({
    status: 400,
    message: 'The sheet has 200001 columns. Delete what is not needed; at most 2000 are read.',
  })
})

test('what is exported comes back as it was', async () => {
  await empty()
  await apply(
    'pin,prepaid,cod,days,fee,city,state\n11*,yes,no,4,60.5,=City,delhi\n560001-560110,no,yes,,,,\n744101,yes,yes,0,0,,\n',
  )
  const answer = await admin.fetch('/api/admin/delivery/export')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="pin-codes.csv"')
  const csv = await answer.text()
  expect(csv.replace('\uFEFF', '')).toBe(
    "pin,prepaid,cod,days,fee,city,state\r\n11*,yes,no,4,60.5,'=City,Delhi\r\n560001-560110,no,yes,,,,\r\n744101,yes,yes,0,0,,\r\n",
  )
  expect((await check(csv)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 3, rejected: 0 })
})

test('an emptied table comes back, nobody overwrites what they have not seen, and the audit log has it all', async () => {
  await empty()
  await apply(`${HEAD}560001,yes,no,2,0\n`)
  const { version, changedBy } = await admin.api.getPinTable()
  expect(changedBy).toBe(admin.user.email)
  const { table } = await admin.api.emptyPinTable(version)
  expect(table).toMatchObject({ rows: 0, rowsBefore: 1, isPinAsked: false })
  expect(await ask('560001')).toMatchObject({ days: 12 })
  await expect(admin.api.undoPinTable(version)).rejects.toMatchObject({ status: 409 })
  expect((await admin.api.undoPinTable(table.version)).table).toMatchObject({ rows: 1, isPinAsked: true })
  expect(await ask('560001')).toMatchObject({ days: 2 })
  const { entries } = await admin.api.listAudit({ area: 'delivery', limit: 3 })
  expect(entries.map(({ action }) => action)).toEqual([
    'undo change of PIN table',
    'empty PIN table',
    'import PIN table',
  ])
})

test('a table that has changed since the check is looked at again, and only who has this part may change it', async () => {
  await empty()
  const sheet = `${HEAD}560001,yes,no,2,0\n`
  const { token } = await check(sheet)
  await apply(`${HEAD}560001,yes,no,3,0\n`)
  await expect(admin.api.importPinTable(fileOf(sheet), { token })).rejects.toMatchObject({ status: 409 })
  expect(await ask('560001')).toMatchObject({ days: 3 })
  const support = await signedIn(shop, 'admin', 'support')
  expect((await support.fetch('/api/admin/delivery')).status).toBe(403)
})

test('twenty thousand rows are checked and imported', async () => {
  await empty()
  const rows = Array.from(
    { length: 20_000 },
    (_, at) => `${110_000 + at * 40},Y,${at % 2 ? 'Y' : 'N'},${at % 9},${at % 60},Town ${at % 700},UP\n`,
  )
  const sheet = `Pincode,Prepaid,COD,TAT,Charges,City,State\n${rows.join('')}`
  const answer = await apply(sheet)
  expect(answer.counts).toMatchObject({ new: 20_000, rejected: 0 })
  expect({ rows: answer.rows.length, moreRows: answer.moreRows }).toEqual({ rows: 500, moreRows: 19_500 })
  expect(await ask('110040')).toMatchObject({ days: 1, fee: 1, city: 'Town 1', state: 'Uttar Pradesh' })
  await empty()
})
