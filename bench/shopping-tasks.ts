import type { Browser, Page } from 'playwright-core'

import { launchBrowser } from '#e2e/launch-browser.ts'
import { serveShop } from '#e2e/serve.ts'
import type { Product } from '#contract/catalogue.ts'

import type { Part } from './engines.ts'
import { figure, median } from './figures.ts'

/** What a shopper wants. The size is shown on the product's page only, everything else on its card. */
interface Task {
  goal: string
  /** What is typed first; and what is typed, together with the filters, if that finds nothing suitable. */
  search: string
  words: string
  size: string
  isCheapestFirst?: boolean
  looksRight(product: Product): boolean
}

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const SLOWDOWN = 4
const MOST_OPENED = 4
const SHOWN = 12
const LONGEST_STEP_MS = 30_000

const BLUE = /blue|navy|indigo|sky|denim|chambray/i
const paid = ({ price, discountedPrice }: Product) => discountedPrice ?? price
const isIn =
  (category: string, text: RegExp, highest = Infinity) =>
  (product: Product) =>
    product.category.slug === category &&
    text.test(`${product.name} ${product.colour ?? ''}`) &&
    paid(product) <= highest

const TASKS: readonly Task[] = [
  {
    goal: 'a blue shirt in L under 2,000 that is in stock',
    search: 'blue shirt L under 2000',
    words: 'blue shirt',
    size: 'L',
    looksRight: isIn('shirts', BLUE, 2000),
  },
  {
    goal: 'the same in green and M',
    search: 'green shirt M under 2000',
    words: 'green shirt',
    size: 'M',
    looksRight: isIn('shirts', /green|olive|sage|moss|palm/i, 2000),
  },
  {
    goal: 'jeans, size 32, cheapest first',
    search: 'jeans, size 32',
    words: 'jeans',
    size: '32',
    isCheapestFirst: true,
    looksRight: isIn('jeans', /./),
  },
  {
    goal: 'a black t-shirt in M',
    search: 'black tshirt M',
    words: 'black',
    size: 'M',
    looksRight: isIn('t-shirts', /black|ink/i),
  },
  {
    goal: 'trousers in 34',
    search: 'trousers 34',
    words: 'trouser',
    size: '34',
    looksRight: isIn('pants', /trouser/i),
  },
  {
    goal: 'a blue shirt in M, misspelt',
    search: 'bleu shrit M',
    words: 'shirt',
    size: 'M',
    looksRight: isIn('shirts', BLUE),
  },
  {
    goal: 'a polo shirt in M',
    search: 'polo shirt M',
    words: 'polo',
    size: 'M',
    looksRight: isIn('t-shirts', /polo/i),
  },
  {
    goal: 'joggers in M under 2,500',
    search: 'joggers M under 2500',
    words: 'jogger',
    size: 'M',
    looksRight: isIn('lowers', /jogger/i, 2500),
  },
  {
    goal: 'a linen shirt in XL',
    search: 'linen shirt in XL',
    words: 'linen',
    size: 'XL',
    looksRight: isIn('shirts', /linen/i),
  },
  {
    goal: 'a striped t-shirt in S',
    search: 'striped t shirt, S',
    words: 'stripe',
    size: 'S',
    looksRight: isIn('t-shirts', /stripe|breton/i),
  },
]

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
async function act(
  page: Page,
  { search, words, size, isCheapestFirst, looksRight }: Task,
  products: ReadonlyMap<string, Product>,
) {
  let taps = 0
  const tap = async (action: Promise<unknown>, count = 1) => {
    taps += count
    await action
  }
  const waitUntilHydrated = () => page.locator('html[data-hydrating]').waitFor({ state: 'hidden' })
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
    const main = page.getByRole('main')
    await main.getByRole('article').or(main.getByText('No products found')).first().waitFor()
  }
  const find = (text: string) =>
    changeList(async () => {
      await tap(page.getByRole('button', { name: 'Open menu' }).click())
      const field = page.getByRole('dialog').getByRole('searchbox')
      await tap(field.fill(text), 1 + text.length)
      await tap(field.press('Enter'))
    })
  async function cheapestFirst() {
    await changeList(() =>
      tap(
        page
          .getByLabel('Sort', { exact: true })
          .selectOption('price-asc')
          .then(() => undefined),
        2,
      ),
    )
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
  /** Opens the products that look right, until one has the size. */
  async function choose(): Promise<boolean> {
    const links = page.getByRole('main').locator('article h2 a')
    const ids = await links.evaluateAll((found) =>
      found.map((link) => link.getAttribute('href')?.split('/').pop() ?? ''),
    )
    const right = ids.slice(0, SHOWN).filter((id) => looksRight(products.get(id) as Product))
    for (const id of right.slice(0, MOST_OPENED)) {
      await tap(page.getByRole('main').locator(`article h2 a[href$="${id}"]`).first().click())
      await page.waitForURL('**/product/*', { waitUntil: 'commit' })
      await page.getByRole('radio', { name: new RegExp(`^${size}\\b`) }).waitFor()
      if (products.get(id)?.sizes.some((one) => one.size === size && one.stock > 0)) {
        await tap(page.getByRole('radio', { name: size, exact: true }).click())
        return true
      }
      await tap(page.goBack())
      await page.waitForURL('**/getproducts?*', { waitUntil: 'commit' })
      await links.first().waitFor()
    }
    return false
  }
  const begin = performance.now()
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await waitUntilHydrated()
  await find(search)
  if (isCheapestFirst) await cheapestFirst()
  let isDone = await choose()
  if (!isDone) {
    await find(words)
    const hasProducts = (await page.getByRole('main').locator('article').count()) > 0
    if (hasProducts) await narrow()
    if (hasProducts && isCheapestFirst) await cheapestFirst()
    isDone = hasProducts && (await choose())
  }
  return { taps, seconds: (performance.now() - begin) / 1000, isDone }
}

/**
 * Ten tasks of shoppers on a slow phone (4× CPU, slow 4G), each in a browser profile of its own. `TASKS_ORIGIN` names a
 * shop that runs elsewhere, such as an older state; without it the shop of this folder is started with the demo catalogue.
 */
export const shoppingTasks: Part = async ({ say }) => {
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
      say(`${task.goal}: ${one.taps} taps, ${one.seconds.toFixed(1)} s${one.isDone ? '' : ', given up'}`)
    }
    return [
      figure('tasks done, of ten', '', [acted.filter(({ isDone }) => isDone).length]),
      ...TASKS.flatMap(({ goal }, place) => {
        const { taps = 0, seconds = 0, isDone = false } = acted[place] ?? {}
        const note = isDone ? undefined : 'given up'
        return [figure(`${goal}: taps`, '', [taps], note), figure(`${goal}: seconds`, 's', [seconds], note)]
      }),
      figure('all ten: taps', '', [acted.reduce((sum, { taps }) => sum + taps, 0)], 'letters included'),
      figure('all ten: seconds, median', 's', [median(acted.map(({ seconds }) => seconds))]),
    ]
  } finally {
    await browser.close()
    await own?.stop()
  }
}
