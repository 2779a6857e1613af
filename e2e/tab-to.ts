import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const MOST_STEPS = 120

/** Presses Tab until the element has the focus, and checks that the focus is visible. */
export async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press(key)
    if (await wanted.evaluateAll((elements) => elements.some((element) => element === document.activeElement))) {
      await expectFocusShown(page)
      return
    }
  }
  throw new Error(`${MOST_STEPS} steps did not lead to ${wanted.toString()}.`)
}

/** True if the focused element, or the tile around a hidden radio button, has an outline and is inside the window. */
export async function expectFocusShown(page: Page): Promise<void> {
  const message = `The focus cannot be seen at ${await page.locator(':focus').innerHTML()}`
  const drawn = () =>
    page.locator(':focus').evaluate((element) => {
      const outlined = element.closest('.tile') ?? element
      const { outlineStyle, outlineWidth } = getComputedStyle(outlined)
      const { top, bottom } = outlined.getBoundingClientRect()
      const isInside = bottom > 0 && top < innerHeight
      return `${outlineStyle} ${Number.parseFloat(outlineWidth) >= 2 ? 'wide' : 'thin'} ${isInside ? 'inside' : 'outside'}`
    })
  await expect.poll(drawn, { message }).toMatch(/^(?:solid|auto) wide inside$/)
}
