import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Result } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { LAPTOP, PHONE } from './viewports.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The rules about colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** No rule that is checked needs the text of the style sheets, which axe would load and parse anew each time. */
const PRELOAD = { assets: ['media'] }

const run = (runOnly: readonly string[]) => {
  const options = { runOnly, preload: PRELOAD, resultTypes: ['violations'] }
  return `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`
}

/** Fails with every violation of WCAG 2.2 AA, and of axe's best practices, in the current page. */
export async function expectAccessible(page: Page, look = '', rules: readonly string[] = TAGS): Promise<void> {
  const isThere = await page.evaluate<boolean>("typeof axe === 'object'")
  if (!isThere) await page.evaluate(AXE)
  const violations = await page.evaluate<Result[]>(run(rules))
  const breaches = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')} ${node.html} ${node.failureSummary ?? ''}`),
  )
  expect(breaches.join('\n'), `${page.url()} is not accessible${look}.`).toBe('')
}

/** Fails if the page is wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const message = `${page.url()} is wider than the window of ${page.viewportSize()?.width} px`
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), { message })
    .toBeLessThanOrEqual(0)
}

/** Class names that only other rules refer to, and those that the icons and the router add. */
const UNSTYLED = /^(?:group|active|lucide.*)$/

/** Fails with every class of the page that has no style, such as a utility that the theme does not have. */
async function expectStyled(page: Page): Promise<void> {
  const names = await page.evaluate(() => {
    const rules = (list: CSSRuleList): string[] =>
      [...list].flatMap((rule) => [
        rule instanceof CSSStyleRule ? rule.selectorText : '',
        ...('cssRules' in rule ? rules(rule.cssRules as CSSRuleList) : []),
      ])
    const selectors = [...document.styleSheets].flatMap(({ cssRules }) => rules(cssRules)).join('\n')
    const used = new Set([...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]))
    return [...used].filter((name) => !selectors.includes(`.${CSS.escape(name)}`))
  })
  expect(
    names.filter((name) => !UNSTYLED.test(name)),
    `${page.url()} has classes without a style`,
  ).toEqual([])
}

/** Fails if a style depends on the colour scheme, because only the pairs of colours may. */
async function expectColoursOnlyByScheme(page: Page): Promise<void> {
  const conditions = await page.evaluate(() => {
    const media = (list: CSSRuleList): string[] =>
      [...list].flatMap((rule) => [
        rule instanceof CSSMediaRule ? rule.conditionText : '',
        ...('cssRules' in rule ? media(rule.cssRules as CSSRuleList) : []),
      ])
    return [...document.styleSheets].flatMap(({ cssRules }) => media(cssRules))
  })
  const asking = conditions.filter((condition) => condition.includes('prefers-color-scheme'))
  expect(asking, `${page.url()} has styles for one scheme`).toEqual([])
}

/**
 * Checks that the current page is accessible, styled and fits its window, on a laptop and a phone, in light and dark.
 */
export async function expectGoodInEveryLook(page: Page): Promise<void> {
  await expectStyled(page)
  await expectColoursOnlyByScheme(page)
  for (const viewport of [LAPTOP, PHONE]) {
    await page.setViewportSize(viewport)
    await expectNoOverflow(page)
    // The bar of a long form covers what is scrolled beneath it, which is no smaller for that.
    const height = await page.evaluate<number>(
      "document.querySelector('.save-bar') ? document.documentElement.scrollHeight : innerHeight",
    )
    await page.setViewportSize({ ...viewport, height })
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page, `, ${viewport.width} px wide, light`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, `, ${viewport.width} px wide, dark`, COLOUR_RULES)
  }
}
