import type { BrowserContext, Page } from 'playwright-core'

/**
 * The error responses that a journey expects, such as `401 /api/users/me`, and the requests that get none, such as
 * `failed /cart`. A `*` matches any text.
 */
export type ExpectedAnswers = readonly string[]

/** A visitor's pages ask who is signed in and get 401. */
export const SIGNED_OUT: ExpectedAnswers = ['401 /api/users/me', '401 /api/admin/me']
/** For a journey whose session ends without the page knowing: whatever the page asks for then is refused. */
export const SIGNED_OUT_ELSEWHERE: ExpectedAnswers = ['401 /api/*']

/** The errors in the pages of a journey that did not stop it. */
interface FaultWatch {
  /** All errors so far. */
  listFaults(): Promise<string[]>
  stop(): void
}

/**
 * Watches every page of a context for errors that may not be visible: console errors, hydration warnings, exceptions, failed
 * requests, and unexpected responses of 400 and above.
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
    // Without JavaScript the browser loads no script and reports that as a failure.
    if (!hasScripts && request.resourceType() === 'script') return
    if (isExpected(`failed ${new URL(request.url()).pathname}`)) return
    // Leaving a page, or typing on in a search, aborts its requests.
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

/** The browser reports events in order: once a page has answered, all its earlier events have been reported. */
async function hearOut(page: Page): Promise<void> {
  await page.waitForLoadState()
  await page.evaluate('0')
}

function consoleFault(type: string, text: string): string | undefined {
  // The browser's own line about an error response. The response itself is checked, with its URL.
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
