import type { BrowserContext, Page } from 'playwright-core'

/**
 * Answers that a journey counts on, as `401 /api/users/me`, and requests that get none, as `failed /cart`; a `*` stands
 * for any text.
 */
export type ExpectedAnswers = readonly string[]

/** A visitor's pages ask who is signed in and are told: nobody. */
export const SIGNED_OUT: ExpectedAnswers = ['401 /api/users/me', '401 /api/admin/me']

/** What went wrong in the pages of a journey without stopping it. */
export interface FaultWatch {
  /** Everything that was seen so far; empty when nothing was. */
  listFaults(): Promise<string[]>
  stop(): void
}

/**
 * Watches every page of a context for what a visitor would not notice at once: errors on the console, warnings about
 * hydration, exceptions, failed requests, and answers of 400 and above that are not expected.
 *
 * @param hasScripts whether JavaScript is on in this context
 */
export function watchFaults(context: BrowserContext, expected: ExpectedAnswers, hasScripts = true): FaultWatch {
  const faults: string[] = []
  let isWatching = true
  const note = (fault: string | undefined): void => {
    if (isWatching && fault !== undefined) faults.push(fault)
  }
  const isExpected = (answer: string) => expected.some((pattern) => matches(pattern, answer))
  context.on('console', (message) => note(consoleFault(message.type(), message.text())))
  context.on('weberror', (event) => note(`exception: ${event.error().message}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown'
    // Without JavaScript the browser asks for no script and calls that a failure.
    if (!hasScripts && request.resourceType() === 'script') return
    if (isExpected(`failed ${new URL(request.url()).pathname}`)) return
    // A page that is left, or a search that is outrun by the next one, gives up its requests.
    if (reason !== 'net::ERR_ABORTED') note(`request failed (${reason}): ${request.method()} ${request.url()}`)
  })
  context.on('response', (response) => {
    if (response.status() < 400) return
    const answer = `${response.status()} ${new URL(response.url()).pathname}`
    if (!isExpected(answer)) note(`unexpected answer: ${answer} to ${response.request().method()}`)
  })
  return {
    listFaults: async () => {
      await Promise.all(context.pages().map(hearOut))
      return faults
    },
    stop: () => {
      isWatching = false
    },
  }
}

/** The browser tells things in order: once a page has answered, everything that happened in it before has been told. */
async function hearOut(page: Page): Promise<void> {
  await page.waitForLoadState()
  await page.evaluate('0')
}

function consoleFault(type: string, text: string): string | undefined {
  // The browser's own line about a bad answer; the answer itself is judged, with its address.
  if (text.startsWith('Failed to load resource')) return undefined
  const isFault = type === 'error' || (type === 'warning' && /hydrat|did not match|Warning:/i.test(text))
  return isFault ? `console.${type}: ${text}` : undefined
}

function matches(pattern: string, answer: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => RegExp.escape(part))
    .join('.*')
  return new RegExp(`^${source}$`).test(answer)
}
