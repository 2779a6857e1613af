import type { Browser, Page } from 'playwright-core'

import { launchBrowser } from '#e2e/browser.ts'

import { median } from './figures.ts'
import { measureInteraction } from './visit.ts'

interface Interaction {
  name: string
  path: string
  act(page: Page): Promise<void>
}

const INTERACTIONS: Interaction[] = [
  {
    name: 'filter',
    path: '/getproducts',
    act: async (page) => {
      await page.getByRole('checkbox', { name: /In stock only/ }).click()
      await page.waitForURL(/inStock/)
    },
  },
  {
    name: 'add to cart',
    path: '/product/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add to Cart' }).click()
      await page
        .getByRole('alert')
        .or(page.getByRole('status').filter({ hasText: 'Added' }))
        .first()
        .waitFor()
    },
  },
  {
    name: 'open menu',
    path: '/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Categories' }).click()
      await page.getByRole('heading', { name: 'Popular Items' }).waitFor()
    },
  },
]

async function measureOnce(browser: Browser, address: string, { act }: Interaction): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'networkidle' })
  const longest = await measureInteraction(page, () => act(page))
  await context.close()
  return longest
}

/** Milliseconds until the next picture after filtering, adding to the cart and opening a menu: the medians of `rounds`. */
export async function measureInteractions(
  origin: string,
  productPath: string,
  rounds: number,
): Promise<Record<string, number>> {
  const browser = await launchBrowser()
  const found: Record<string, number> = {}
  for (const interaction of INTERACTIONS) {
    const path = interaction.path === '/product/' ? productPath : interaction.path
    const times: number[] = []
    while (times.length < rounds) times.push(await measureOnce(browser, origin + path, interaction))
    found[interaction.name] = median(times)
  }
  await browser.close()
  return found
}
