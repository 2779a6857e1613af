import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  /** What the toasts of a page have said since it was loaded and no journey has heard yet, the oldest first. */
  var saidByToasts: string[]
}

/** Runs in every page before its own scripts. */
export function recordToasts(): void {
  globalThis.saidByToasts = []
  const record = (node: Node) => {
    const toast = node instanceof Element && node.matches('.toasts') ? node.querySelector('.toast > span') : null
    if (toast) globalThis.saidByToasts.push(toast.textContent)
  }
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(record))).observe(document, {
    childList: true,
    subtree: true,
  })
}

function hear(text: string): void {
  const said = globalThis.saidByToasts
  said.splice(0, said.findIndex((each) => each.includes(text)) + 1)
}

/**
 * Waits until a toast has said it, after what was heard before. It may be gone by then: it stays for two seconds, and a
 * busy machine looks at its page more rarely.
 */
export async function expectSaid(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => globalThis.saidByToasts)).toContainEqual(expect.stringContaining(text))
  await page.evaluate(hear, text)
}
