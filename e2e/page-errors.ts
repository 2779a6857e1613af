import type { BrowserContext, ConsoleMessage, Page, Request, Response, WebError } from 'playwright-core'

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
 * Watches every page of a context for errors that may not be visible: console errors, hydration warnings, exceptions,
 * failed requests, and unexpected responses of 400 and above.
 *
 * @param hasScripts whether JavaScript is on in this context
 */
export function watchFaults(context: BrowserContext, expected: ExpectedAnswers, hasScripts = true): FaultWatch {
  const faults: string[] = []
  const note = (fault: string | undefined): void => {
    if (fault !== undefined) faults.push(fault)
  }
  const isExpected = (answer: string) => expected.some((pattern) => matches(pattern, answer))
  const noteMessage = (message: ConsoleMessage) => note(consoleFault(message.type(), message.text()))
  const noteException = (event: WebError) => note(`exception: ${event.error().message}`)
  const noteFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? 'unknown'
    // Without JavaScript the browser loads no script and reports that as a failure.
    if (!hasScripts && request.resourceType() === 'script') return
    if (isExpected(`failed ${new URL(request.url()).pathname}`)) return
    // A page that is left without a network cannot say how fast it was, and no visitor notices.
    if (request.resourceType() === 'ping') return
    // Leaving a page, or typing on in a search, aborts its requests.
    if (reason !== 'net::ERR_ABORTED') note(`request failed (${reason}): ${request.method()} ${request.url()}`)
  }
  const noteAnswer = (response: Response) => {
    if (response.status() < 400) return
    const answer = `${response.status()} ${new URL(response.url()).pathname}`
    if (!isExpected(answer)) note(`unexpected answer: ${answer} to ${response.request().method()}`)
  }
  context.on('console', noteMessage)
  context.on('weberror', noteException)
  context.on('requestfailed', noteFailure)
  context.on('response', noteAnswer)
  return {
    listFaults: async () => {
      await Promise.all(context.pages().map(hearOut))
      return faults
    },
    stop: () => {
      context.off('console', noteMessage)
      context.off('weberror', noteException)
      context.off('requestfailed', noteFailure)
      context.off('response', noteAnswer)
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
  // Into a frame that runs no scripts the journeys' own does not come either (`toasts.ts`).
  if (text.startsWith("Blocked script execution in 'about:srcdoc'")) return undefined
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
