import type { Page } from 'playwright-core'

import { changeCalls } from './change-calls.ts'

const MOVES = ['goto', 'reload', 'goBack', 'goForward']
const KEYS = ['down', 'insertText', 'press', 'type']
const MOUSE = ['click', 'dblclick', 'down', 'move', 'wheel']

/**
 * Makes every action in this tab wait until the page is hydrated (`data-hydrating` in `app/root.tsx`): locator actions,
 * keys, the mouse, and navigations to another document.
 */
export async function actWhenHydrated(page: Page): Promise<void> {
  const hydrating = page.locator('html[data-hydrating]')
  const untilHydrated = () => hydrating.waitFor({ state: 'hidden' })
  // Playwright checks this before each locator action and continues once the page is hydrated.
  await page.addLocatorHandler(hydrating, async () => {})
  changeCalls<Promise<unknown>>(page, MOVES, (move) => async (...parameters) => {
    const answer = await move(...parameters)
    await untilHydrated()
    return answer
  })
  const arrive = page.waitForURL.bind(page)
  page.waitForURL = async (url, options) => {
    // It does not wait for `load`: the last picture may come after a toast has disappeared.
    await arrive(url, { waitUntil: 'commit', ...options })
    await untilHydrated()
  }
  for (const [hands, acts] of [
    [page.keyboard, KEYS],
    [page.mouse, MOUSE],
  ] as const) {
    changeCalls<Promise<unknown>>(hands, acts, (act) => async (...parameters) => {
      await untilHydrated()
      return act(...parameters)
    })
  }
}
