import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the keyboard goes on from here. */
export async function expectFocused(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
}
