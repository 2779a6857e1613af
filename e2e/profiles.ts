import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

import { changeCalls, type Call } from './change-calls.ts'
import { sharedBrowser } from './launch-browser.ts'

interface Profile {
  context: BrowserContext
  page: Page
  /**
   * Call it once nothing is done in the profile any more. Another journey may get it then, unless it has to be closed.
   */
  giveBack(mayServeAgain: boolean): Promise<void>
}

interface Options extends BrowserContextOptions {
  baseURL: string
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
  reducedMotion: 'reduce' | 'no-preference'
}

interface KnownProfile {
  kind: string
  options: Options
  context: BrowserContext
  page: Page
  tools: CDPSession
  /** Something was changed that cannot be taken back. */
  isAltered: boolean
}

/** What changes a profile, its tab or its clock for all that comes later. */
const ALTERING = {
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'route',
    'routeFromHAR',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  page: [
    'addInitScript',
    'addLocatorHandler',
    'close',
    'exposeBinding',
    'exposeFunction',
    'routeWebSocket',
    'setDefaultTimeout',
    'setExtraHTTPHeaders',
  ],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
}

/** `CPU_SLOWDOWN=6` makes the browser as slow as a cheap phone, which shows journeys that do not wait. */
const USUAL_SLOWDOWN = Number(process.env.CPU_SLOWDOWN ?? 1)

/** A page of the shop that has no script. */
const RESTING_PLACE = '/robots.txt'
/** What journeys listen for. */
const HEARD = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'requestfailed', 'response']

/** The kinds of profiles that the journeys of a file use in turn: on a laptop, on a phone, without JavaScript. */
const MOST_IDLE = 4
const idle: KnownProfile[] = []
const byPage = new WeakMap<Page, KnownProfile>()

/**
 * Lends a browser profile with one tab, in which nothing is stored: a new one, or one that a journey has given back.
 * The latter knows the shop's scripts already, which saves more than half of what a page costs.
 *
 * @param kind what `prepare` does; profiles of two kinds do not stand in for each other
 * @param prepare is done once with a new profile
 */
export async function borrowProfile(
  kind: string,
  options: Options,
  prepare: (context: BrowserContext, page: Page) => Promise<void>,
): Promise<Profile> {
  const whole = `${kind} ${JSON.stringify(options)}`
  const at = idle.findLastIndex((each) => each.kind === whole)
  const known = idle.splice(at, at < 0 ? 0 : 1)[0]
  // It is emptied now, and not when it is given back, so that nothing that was under way then comes later.
  if (known) await empty(known)
  const profile = known ?? (await createProfile(whole, options, prepare))
  const { context, page } = profile
  return {
    context,
    page,
    async giveBack(mayServeAgain) {
      if (mayServeAgain && !profile.isAltered && (await leaveShop(profile))) {
        idle.push(profile)
        if (idle.length > MOST_IDLE) await idle.shift()?.context.close()
        return
      }
      await Promise.all([context, ...context.pages()].map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
      await context.close()
    },
  }
}

async function createProfile(
  kind: string,
  options: Options,
  prepare: (context: BrowserContext, page: Page) => Promise<void>,
): Promise<KnownProfile> {
  const browser = await sharedBrowser()
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await prepare(context, page)
  const tools = await context.newCDPSession(page)
  const profile: KnownProfile = { kind, options, context, page, tools, isAltered: false }
  byPage.set(page, profile)
  if (USUAL_SLOWDOWN !== 1) await slowDown(profile, USUAL_SLOWDOWN)
  const markAltered =
    (call: Call): Call =>
    (...parameters) => {
      profile.isAltered = true
      return call(...parameters)
    }
  changeCalls(context, ALTERING.context, markAltered)
  changeCalls(page, ALTERING.page, markAltered)
  changeCalls(context.clock, ALTERING.clock, markAltered)
  const { origin } = new URL(options.baseURL)
  // Only what the shop's own pages store is emptied.
  const markLeaving = (tab: Page) =>
    tab.on('framenavigated', (frame) => {
      if (/^https?:/.test(frame.url()) && new URL(frame.url()).origin !== origin) profile.isAltered = true
    })
  markLeaving(page)
  context.on('page', markLeaving)
  return profile
}

/**
 * Does the work while the processor of this tab is so many times slower, which costs the machine as much as work of the
 * page does.
 */
export async function withSlowdown(page: Page, rate: number, work: () => Promise<void>): Promise<void> {
  const profile = byPage.get(page)
  if (!profile) throw new Error('The page is not the tab of a borrowed profile.')
  await slowDown(profile, rate)
  try {
    await work()
  } finally {
    await slowDown(profile, USUAL_SLOWDOWN)
  }
}

const slowDown = ({ tools }: KnownProfile, rate: number) => tools.send('Emulation.setCPUThrottlingRate', { rate })

/**
 * Leaves the shop's pages, so that none of them does anything more; false if that cannot be, because the shop has
 * stopped.
 */
async function leaveShop({ context, page }: KnownProfile): Promise<boolean> {
  await Promise.all(context.pages().map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
  const others = context.pages().filter((each) => each !== page)
  await Promise.all(others.map((each) => each.close()))
  for (const event of HEARD) page.removeAllListeners(event)
  try {
    await page.goto(RESTING_PLACE)
    return true
  } catch {
    return false
  }
}

async function empty({ context, page, tools, options }: KnownProfile): Promise<void> {
  const { baseURL, viewport, colorScheme, reducedMotion } = options
  await page.mouse.move(-1, -1)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: null, contrast: null })
  await context.clearCookies()
  // What the page's process remembers of it, and then what the browser has.
  await page.evaluate('sessionStorage.clear(), localStorage.clear()')
  await tools.send('Storage.clearDataForOrigin', { origin: new URL(baseURL).origin, storageTypes: 'all' })
}
