import type { Locator, Page } from 'playwright-core'

/** What a person at a keyboard with a scanner takes for each thing, in seconds. */
const SECONDS = { key: 0.2, scan: 0.5, sentence: 1.5 }

/** What was done since the beginning. */
export interface Spent {
  keys: number
  scans: number
  sentences: number
  /** What the person needed for these. */
  personSeconds: number
  /** What they waited for the page. It is measured. */
  waitedSeconds: number
}

export type Typist = ReturnType<typeof createTypist>

/**
 * Somebody who works on a page with its keys alone. Their own time is counted and not waited for: each key, scan and
 * sentence is done at once. The time from there until the page shows what they look for is measured, and is added.
 */
export function createTypist(page: Page) {
  const spent: Spent = { keys: 0, scans: 0, sentences: 0, personSeconds: 0, waitedSeconds: 0 }

  function take(what: 'keys' | 'scans' | 'sentences', seconds: number, count = 1): void {
    spent[what] += count
    spent.personSeconds += seconds * count
  }

  const countKeys = (count: number) => take('keys', SECONDS.key, count)
  const countSentences = (count: number) => take('sentences', SECONDS.sentence, count)

  /** Waits until something is seen, or is gone, without reading it: a change of the page, or a sound. */
  async function wait(shown: Locator, state: 'visible' | 'hidden' = 'visible'): Promise<void> {
    const begin = performance.now()
    await shown.waitFor({ state })
    spent.waitedSeconds += (performance.now() - begin) / 1000
  }

  return {
    spent,
    /** Keys of what the browser itself shows, such as its dialog to print. */
    countKeys,
    /** Sentences on paper. */
    countSentences,
    wait,
    async press(...keys: readonly string[]): Promise<void> {
      for (const key of keys) await page.keyboard.press(key)
      countKeys(keys.length)
    },
    async type(text: string): Promise<void> {
      await page.keyboard.type(text)
      countKeys(text.length)
    },
    /** A scanner types the code and ends it with Enter. */
    async scan(code: string): Promise<void> {
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
      take('scans', SECONDS.scan)
    },
    async read(shown: Locator): Promise<void> {
      await wait(shown)
      countSentences(1)
    },
    /** Presses Tab until this has the focus, as somebody does who looks where it is. */
    async tabTo(target: Locator, { isBack = false, most = 60 } = {}): Promise<void> {
      await wait(target)
      for (let tabs = 0; tabs < most; tabs += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press(isBack ? 'Shift+Tab' : 'Tab')
        countKeys(isBack ? 2 : 1)
      }
      throw new Error(`${most} times Tab lead nowhere.`)
    },
  }
}

/** What was done between two moments. */
export const spentSince = (before: Spent, now: Spent): Spent => ({
  keys: now.keys - before.keys,
  scans: now.scans - before.scans,
  sentences: now.sentences - before.sentences,
  personSeconds: now.personSeconds - before.personSeconds,
  waitedSeconds: now.waitedSeconds - before.waitedSeconds,
})

export const minutesOf = ({ personSeconds, waitedSeconds }: Spent): number => (personSeconds + waitedSeconds) / 60
