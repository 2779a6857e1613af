import type { Page } from 'playwright-core'

/**
 * Does to a page what a browser's translation does: two `<font>` take the place of each text, now and whenever one is
 * added. The words stay, so that a journey still finds them.
 */
export async function translate(page: Page): Promise<void> {
  // React makes a page anew that was translated before it is hydrated.
  await page.waitForSelector('html:not([data-hydrating])', { state: 'attached' })
  // Parts of it are hydrated later, while nothing else is to be done.
  await page.evaluate('new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)))')
  await page.evaluate(`(() => {
    const LEFT_ALONE = 'font, script, style, noscript, textarea, [translate=no]'
    const wrap = (text) => {
      if (!text.isConnected || text.parentElement.closest(LEFT_ALONE)) return
      const outer = document.createElement('font')
      outer.append(document.createElement('font'))
      outer.firstChild.append(text.data)
      text.replaceWith(outer)
    }
    const translateAll = (root) => {
      if (root.nodeType === Node.TEXT_NODE) return wrap(root)
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      texts.forEach(wrap)
    }
    translateAll(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(translateAll)
    }).observe(document.body, { childList: true, subtree: true })
  })()`)
}
