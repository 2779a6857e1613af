import { median, sum } from 'd3-array'
import type { Browser, Page } from 'playwright-core'

import { launchBrowser } from '#e2e/launch-browser.ts'
import { serveShop } from '#e2e/serve.ts'
import type { Product } from '#contract/catalogue/catalogue.ts'

import type { Part } from './engines.ts'
import { once } from './figures.ts'

/** What a shopper wants. The size is shown on the product's page only, everything else on its card. */
interface Task {
  /** What is typed first; and what is typed, together with the filters, if that finds nothing suitable. */
  search: string
  words: string
  size: string
  /** What suits: the category, the name or colour, and the highest price. */
  category: string
  text: RegExp
  highest?: number
  isCheapestFirst?: boolean
}

const BLUE = /blue|navy|indigo|sky|denim|chambray/i
const GREEN = /green|olive|sage|moss|palm/i
const TASKS: readonly Task[] = [
  { search: 'blue shirt L under 2000', words: 'blue shirt', size: 'L', category: 'shirts', text: BLUE, highest: 2000 },
  {
    search: 'green shirt M under 2000',
    words: 'green shirt',
    size: 'M',
    category: 'shirts',
    text: GREEN,
    highest: 2000,
  },
  { search: 'jeans, size 32', words: 'jeans', size: '32', category: 'jeans', text: /./, isCheapestFirst: true },
  { search: 'black tshirt M', words: 'black', size: 'M', category: 't-shirts', text: /black|ink/i },
  { search: 'trousers 34', words: 'trouser', size: '34', category: 'pants', text: /trouser/i },
  { search: 'bleu shrit M', words: 'shirt', size: 'M', category: 'shirts', text: BLUE },
  { search: 'polo shirt M', words: 'polo', size: 'M', category: 't-shirts', text: /polo/i },
  { search: 'joggers M under 2500', words: 'jogger', size: 'M', category: 'lowers', text: /jogger/i, highest: 2500 },
  { search: 'linen shirt in XL', words: 'linen', size: 'XL', category: 'shirts', text: /linen/i },
  { search: 'striped t shirt, S', words: 'stripe', size: 'S', category: 't-shirts', text: /stripe|breton/i },
]

const suits = ({ category, text, highest = Infinity }: Task, product: Product) =>
  product.category.slug === category &&
  text.test(`${product.name} ${product.colour ?? ''}`) &&
  (product.discountedPrice ?? product.price) <= highest

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const SLOWDOWN = 4
const MOST_OPENED = 4
const SHOWN = 12
const LONGEST_STEP_MS = 30_000

async function openPhone(browser: Browser, origin: string) {
  const context = await browser.newContext({ ...PHONE, baseURL: origin, reducedMotion: 'reduce' })
  context.setDefaultTimeout(LONGEST_STEP_MS)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return page
}

/** Does one task from the home page on, without pauses for thought, and counts the taps, letters included. */
async function act(page: Page, task: Task, products: ReadonlyMap<string, Product>) {
  const { search, words, size, isCheapestFirst } = task
  const main = page.getByRole('main')
  const articles = main.getByRole('article')
  let taps = 0
  const tap = async (action: Promise<unknown>, count = 1) => {
    taps += count
    await action
  }
  async function changeList(change: () => Promise<void>) {
    const answered = page.waitForResponse((answer) => answer.url().includes('/api/products/getallproductsindb'))
    const before = page.url()
    await change()
    await answered
    await page.waitForURL(({ href }) => href !== before, { waitUntil: 'commit' })
    // The address changes before the page does.
    await page.evaluate('new Promise((done) => requestIdleCallback(() => done()))')
    await page.getByRole('heading', { level: 1, name: 'Our Products' }).waitFor()
    await page.locator('[data-skeleton]').first().waitFor({ state: 'hidden' })
    await articles.or(main.getByText('No products found')).first().waitFor()
  }
  async function find(text: string) {
    await changeList(async () => {
      await tap(page.getByRole('button', { name: 'Open menu' }).click())
      const field = page.getByRole('dialog').getByRole('searchbox')
      await tap(field.fill(text), 1 + text.length)
      await tap(field.press('Enter'))
    })
  }
  async function sort() {
    if (!isCheapestFirst) return
    await changeList(() => tap(page.getByLabel('Sort', { exact: true }).selectOption('price-asc'), 2))
  }
  async function narrow() {
    await tap(page.getByRole('button', { name: 'Filters' }).click())
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    const tile = drawer.getByRole('group', { name: 'Size' }).getByRole('checkbox', { name: new RegExp(`^${size}\\b`) })
    await changeList(async () => {
      if ((await tile.count()) > 0) await tap(tile.click())
      else await tap(drawer.getByLabel('Size', { exact: true }).selectOption(size), 2)
    })
    await changeList(() => tap(drawer.getByRole('checkbox', { name: /^In stock only/ }).click()))
    await tap(drawer.getByRole('button', { name: /^Show/ }).click())
  }
  /** Opens the products that suit, until one has the size. */
  async function choose(): Promise<boolean> {
    const links = main.locator('article h2 a')
    const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
    const shown = hrefs.slice(0, SHOWN).flatMap((href) => products.get(href.split('/').pop() ?? '') ?? [])
    for (const { _id, sizes } of shown.filter((product) => suits(task, product)).slice(0, MOST_OPENED)) {
      await tap(main.locator(`article h2 a[href$="${_id}"]`).first().click())
      await page.waitForURL('**/product/*', { waitUntil: 'commit' })
      await page.getByRole('radio', { name: new RegExp(`^${size}\\b`) }).waitFor()
      if (sizes.some((one) => one.size === size && one.stock > 0)) {
        await tap(page.getByRole('radio', { name: size, exact: true }).click())
        return true
      }
      await tap(page.goBack())
      await page.waitForURL('**/getproducts?*', { waitUntil: 'commit' })
      await links.first().waitFor()
    }
    return false
  }
  async function chooseWithFilters(): Promise<boolean> {
    await find(words)
    if ((await articles.count()) === 0) return false
    await narrow()
    await sort()
    return choose()
  }
  const begin = performance.now()
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.locator('html[data-hydrating]').waitFor({ state: 'hidden' })
  await find(search)
  await sort()
  const isDone = (await choose()) || (await chooseWithFilters())
  return { search, taps, seconds: (performance.now() - begin) / 1000, isDone }
}

/**
 * Ten tasks of shoppers on a slow phone (4× CPU, slow 4G), each in a browser profile of its own. `TASKS_ORIGIN` names a
 * shop that runs elsewhere, such as an older state; without it the shop of this folder is started with the demo
 * catalogue.
 */
export const tasks: Part = async ({ say }) => {
  const own = process.env.TASKS_ORIGIN === undefined ? await serveShop() : undefined
  const origin = own?.origin ?? process.env.TASKS_ORIGIN ?? ''
  const browser = await launchBrowser()
  try {
    const answer = await fetch(`${origin}/api/products/getallproductsindb`)
    const { products } = (await answer.json()) as { products: Product[] }
    const byId = new Map(products.map((product) => [product._id, product]))
    const acted: Awaited<ReturnType<typeof act>>[] = []
    for (const task of TASKS) {
      const page = await openPhone(browser, origin)
      const one = await act(page, task, byId)
      await page.context().close()
      acted.push(one)
      say(`${task.search}: ${one.taps} taps, ${one.seconds.toFixed(1)} s${one.isDone ? '' : ', given up'}`)
    }
    return [
      once('tasks done, of ten', '', acted.filter(({ isDone }) => isDone).length),
      ...acted.flatMap(({ search, taps, seconds, isDone }) => {
        const note = isDone ? undefined : 'given up'
        return [once(`${search}: taps`, '', taps, note), once(`${search}: seconds`, 's', seconds, note)]
      }),
      once(
        'all ten: taps',
        '',
        sum(acted, ({ taps }) => taps),
        'letters included',
      ),
      once('all ten: seconds, median', 's', median(acted, ({ seconds }) => seconds) ?? Number.NaN),
    ]
  } finally {
    await browser.close()
    await own?.stop()
  }
}
