import type { Page } from 'playwright-core'

import type { PackingOrder } from '#contract/orders/packing.ts'

import { launchBrowser } from '#e2e/launch-browser.ts'
import { serveShop } from '#e2e/serve.ts'
import { signInAdmin } from '#e2e/sign-in.ts'
import { readBarCodes } from '#test/read-bar-codes.ts'
import { readPdf } from '#test/read-pdf.ts'
import { createVisitor } from '#test/visitor.ts'

import type { Part } from './engines.ts'
import { once, type Figure } from './figures.ts'
import { checkDay, courierOf, listPlaces, ORDERS, placeDay } from './packing-day.ts'
import { createTypist, minutesOf, spentSince, type Spent, type Typist } from './typist.ts'

const OFFLINE_FROM = 60
const OFFLINE_SECONDS = 600
/** Every so many orders a piece of another order is in the basket. */
const WRONG_EVERY = 25
/** Every so many orders a piece is missing, and the order is packed at the end. */
const MISSING_EVERY = 50
/** In the browser's own window: Ctrl and P, Enter, Ctrl and W. */
const KEYS_TO_PRINT = 5
const LONGEST_STEP_MS = 60_000

/** The table with somebody at it. */
interface Table {
  page: Page
  typist: Typist
  /** By id. */
  orders: ReadonlyMap<string, PackingOrder>
  /** The place of each parcel among those that were closed. */
  numbers: Map<string, number>
}

/** Opens what a link leads to, and prints it. */
async function print({ page, typist }: Table, name: RegExp): Promise<Buffer[]> {
  const files: Buffer[] = []
  await typist.wait(page.getByRole('link', { name }).first())
  for (const link of await page.getByRole('link', { name }).all()) {
    await typist.tabTo(link)
    const begin = performance.now()
    const answer = await page.context().request.get((await link.getAttribute('href')) ?? '')
    if (!answer.ok()) throw new Error(`What ${name} leads to is answered with ${answer.status()}.`)
    files.push(await answer.body())
    typist.spent.waitedSeconds += (performance.now() - begin) / 1000
    typist.countKeys(1 + KEYS_TO_PRINT)
  }
  return files
}

const orderIn = (page: Page) => new URL(page.url()).searchParams.get('order') ?? ''

/** Reads which order it is and what it needs. Returns it. */
async function readOrder({ page, typist, orders }: Table): Promise<PackingOrder> {
  const order = orders.get(orderIn(page))
  if (!order) throw new Error(`${page.url()} shows no order.`)
  const shown = page.getByRole('region', { name: `Order #${order._id.slice(-6).toUpperCase()}` })
  await typist.read(shown.getByRole('heading'))
  await typist.wait(shown.getByRole('textbox').first())
  typist.countSentences(order.lines.length)
  return order
}

async function putAside({ page, typist }: Table): Promise<void> {
  await typist.tabTo(page.getByText('One is missing', { exact: true }))
  await typist.press('Enter', 'Tab')
  await typist.type('One is not on its shelf')
  const before = page.url()
  await typist.press('Enter')
  await page.waitForURL(({ href }) => href !== before)
}

async function scanPieces({ page, typist }: Table, { lines }: PackingOrder): Promise<void> {
  for (const { barcode, quantity } of lines) {
    for (let piece = 0; piece < quantity; piece += 1) await typist.scan(barcode ?? '')
  }
  await typist.wait(page.getByText('All pieces are packed.'))
}

/** Chooses the courier if it is not that of the last parcel, and scans the number, which closes the parcel. */
async function closeParcel({ page, typist, numbers }: Table, { _id }: PackingOrder): Promise<void> {
  const place = numbers.size
  numbers.set(_id, place)
  const { courier, name, trackingNumber } = courierOf(place)
  const choice = page.getByRole('combobox', { name: 'Courier' })
  if ((await choice.inputValue()) !== courier) {
    await typist.tabTo(choice, { isBack: place > 0 })
    await typist.type(name.slice(0, 2))
    await typist.press('Tab')
  }
  await typist.wait(page.locator('[name=trackingNumber]:focus'))
  const before = page.url()
  await typist.scan(trackingNumber)
  await page.waitForURL(({ href }) => href !== before)
}

/**
 * Packs what the table holds, order after order. Returns those that were put aside, and how many were closed without a
 * network.
 */
async function packAll(table: Table): Promise<{ aside: PackingOrder[]; offline: number }> {
  const { page, typist, orders } = table
  const clock = () => minutesOf(typist.spent) * 60
  const aside: PackingOrder[] = []
  let onlineAt = Infinity
  let offline = 0
  for (let turn = 0; turn < orders.size; turn += 1) {
    if (turn === OFFLINE_FROM) {
      await page.context().setOffline(true)
      onlineAt = clock() + OFFLINE_SECONDS
    }
    if (clock() >= onlineAt) {
      await page.context().setOffline(false)
      onlineAt = Infinity
    }
    const order = await readOrder(table)
    if (turn % WRONG_EVERY === WRONG_EVERY - 1) {
      await typist.scan('20000001')
      await typist.read(page.getByRole('alert').filter({ hasText: 'is not in this order' }))
    }
    // Only with a network: all that is packed without one is closed, and counted.
    if (turn % MISSING_EVERY === MISSING_EVERY - 1 && onlineAt === Infinity) {
      aside.push(order)
      await putAside(table)
      continue
    }
    await scanPieces(table, order)
    await closeParcel(table, order)
    if (onlineAt < Infinity) offline += 1
  }
  if (onlineAt < Infinity) throw new Error('The orders were packed before the network came back.')
  return { aside, offline }
}

/** Takes up again what was put aside, by its slip. */
async function packAside(table: Table, aside: readonly PackingOrder[]): Promise<void> {
  const { page, typist } = table
  for (const { _id } of aside) {
    await typist.wait(page.getByRole('textbox', { name: /^Scan a slip/ }).and(page.locator(':focus')))
    await typist.scan(_id)
    await page.waitForURL(`**/admin/packing?order=${_id}`)
    const order = await readOrder(table)
    await typist.wait(page.getByRole('button', { name: 'Take up again' }).and(page.locator(':focus')))
    await typist.press('Enter')
    await typist.wait(page.getByLabel('Scan a piece, or type its number below').and(page.locator(':focus')))
    await scanPieces(table, order)
    await closeParcel(table, order)
  }
}

/** Throws unless each order has its slip, its document and a label that a scanner reads. */
function checkPapers(files: readonly Buffer[], orders: readonly PackingOrder[]): void {
  const pages = files.flatMap((file) => readPdf(file).map((lines) => lines.join('\n')))
  const codes = files.flatMap((file) => readBarCodes(file).flat()).map(({ text }) => text)
  for (const { _id } of orders) {
    // One on the slip, one on the label.
    if (codes.filter((code) => code === _id).length !== 2) throw new Error(`The papers of ${_id} are not there once.`)
  }
  const documents = pages.filter((page) => /receipt/i.test(page)).length
  if (documents !== orders.length) throw new Error(`${documents} documents were printed for ${orders.length} orders.`)
}

function checkManifest(files: readonly Buffer[], count: number): void {
  const text = files.flatMap((file) => readPdf(file).flat()).join('\n')
  for (let place = 0; place < count; place += 1) {
    const { trackingNumber } = courierOf(place)
    if (!text.includes(trackingNumber)) throw new Error(`The manifest lacks ${trackingNumber}.`)
  }
}

const figuresOf = (name: string, spent: Spent, note?: string): Figure[] => [
  once(`${name}: minutes`, 'min', minutesOf(spent), note),
  once(`${name}: keys`, '', spent.keys, `and ${spent.scans} scans, ${spent.sentences} sentences read`),
]

/**
 * Two hundred orders from the list to the manifest, by somebody with the keys and the scanner alone, ten of the minutes
 * without a network. Their own time is counted (see `createTypist`), walking and wrapping is left out. Afterwards every
 * order, number and piece is checked.
 */
export const packing: Part = async ({ say }) => {
  const shop = await serveShop()
  const browser = await launchBrowser()
  try {
    const { api } = createVisitor(shop.origin)
    await api.adminLogin(shop.admin)
    await placeDay(shop.origin, api, say)
    const before = await listPlaces(api)
    const { orders: waiting } = await api.listPackingOrders()
    if (waiting.length !== ORDERS) throw new Error(`The table holds ${waiting.length} of ${ORDERS} orders.`)

    const context = await browser.newContext({ baseURL: shop.origin, reducedMotion: 'reduce' })
    context.setDefaultTimeout(LONGEST_STEP_MS)
    const page = await context.newPage()
    await signInAdmin(page, shop.admin)
    await page.goto('/admin/packing')
    const typist = createTypist(page)
    const table: Table = { page, typist, orders: new Map(waiting.map((one) => [one._id, one])), numbers: new Map() }
    const steps: [string, Spent][] = []
    const step = async <Done>(name: string, work: () => Promise<Done>): Promise<Done> => {
      const begun = { ...typist.spent }
      const done = await work()
      const spent = spentSince(begun, typist.spent)
      steps.push([name, spent])
      say(`${name}: ${minutesOf(spent).toFixed(1)} minutes, ${spent.keys} keys`)
      return done
    }

    const scan = page.getByRole('textbox', { name: /^Scan a slip/ })
    await typist.wait(scan.and(page.locator(':focus')))
    await step('pick list', async () => {
      await typist.tabTo(page.getByRole('button', { name: 'Print the pick list' }))
      typist.countKeys(2)
      typist.countSentences((await page.getByRole('table', { name: 'Pick list' }).getByRole('row').count()) - 1)
    })
    const papers = await step('papers', () => print(table, /^Papers of /))
    checkPapers(papers, waiting)
    const { offline } = await step('packing', async () => {
      await typist.tabTo(scan, { isBack: true })
      await typist.press('Enter')
      await page.waitForURL('**/admin/packing?order=*')
      const packed = await packAll(table)
      await packAside(table, packed.aside)
      await typist.wait(page.getByText(/to be sent\. You can go on\.$/), 'hidden')
      return packed
    })
    const manifest = await step('handing over', () => print(table, /^Manifest/))
    checkManifest(manifest, ORDERS)
    await checkDay(api, { packed: waiting, numbers: table.numbers, before })
    return [
      ...figuresOf(`${ORDERS} orders`, typist.spent, 'walking and wrapping left out'),
      once('closed without a network', '', offline, 'in ten of the minutes'),
      once('waited for the page', 's', typist.spent.waitedSeconds, 'measured; all else is counted'),
      ...steps.flatMap(([name, spent]) => figuresOf(name, spent)),
    ]
  } finally {
    await browser.close()
    await shop.stop()
  }
}
