import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectFocused } from './expect-focused.ts'
import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, sharedShop } from './journey.ts'
import { SIGNED_OUT_ELSEWHERE } from './page-errors.ts'
import { apiOf, signInAdmin, signInCustomer } from './sign-in.ts'
import { LAPTOP, PHONE } from './viewports.ts'

interface Device {
  cdp: CDPSession
  authenticatorId: string
}

/**
 * Gives the page's browser a device that verifies its user by itself, as the DevTools protocol emulates it. Pages mark
 * that they have asked for a passkey.
 */
async function withDevice(page: Page): Promise<Device> {
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) => {
      document.documentElement.dataset.asked = options?.mediation ?? 'by button'
      return get(options)
    }
  })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

const heldBy = async ({ cdp, authenticatorId }: Device) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials

/**
 * Waits until the page has offered passkeys in the e-mail field: an offer that came later would be accepted by itself.
 */
const expectOffered = (page: Page) => expectSeen(page.locator('html[data-asked=conditional]'))

/** Whether the device acts as if its user touched it. Off, no offer of the page is accepted by itself. */
const setTouched = ({ cdp, authenticatorId }: Device, enabled: boolean) =>
  cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })

const listOf = (page: Page) => page.getByRole('list', { name: 'Your passkeys' })

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the new passkey').fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expectSeen(listOf(page).getByText(name, { exact: true }))
}

test('a customer makes a passkey in the profile, logs in by it, renames and removes it', async () => {
  const page = await openPage(sharedShop(), { viewport: PHONE, expected: SIGNED_OUT_ELSEWHERE })
  const device = await withDevice(page)
  const customer = await signInCustomer(page)
  await page.goto('/user-profile')
  await page.getByRole('link', { name: 'Passkeys' }).click()
  await expectSeen(page.getByText('No passkeys yet.'))
  await addPasskey(page, 'My phone')
  await expect.poll(() => heldBy(device)).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])
  await expectSeen(listOf(page).getByText('Not used yet'))
  await expectGoodInEveryLook(page)

  await setTouched(device, false)
  await apiOf(page).logout()
  await page.goto('/signin')
  await expectOffered(page)
  await setTouched(device, true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await expect.poll(async () => (await apiOf(page).getMe()).email).toBe(customer.email)

  await page.goto('/user-profile/passkeys')
  await expectSeen(listOf(page).getByText('Last used'))
  await page.getByRole('button', { name: 'Rename My phone' }).click()
  const newName = page.getByLabel('New name of My phone')
  await expectFocused(newName)
  await page.keyboard.press('Escape')
  await expectFocused(page.getByRole('button', { name: 'Rename My phone' }))
  await page.keyboard.press('Enter')
  await newName.fill('Old phone')
  await page.keyboard.press('Enter')
  await expectFocused(page.getByRole('button', { name: 'Rename Old phone' }))
  await page.getByRole('button', { name: 'Remove Old phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectSeen(page.getByText('No passkeys yet.'))
  await page.keyboard.press('Tab')
  await expectFocused(page.getByLabel('Name of the new passkey'))
})

test('the browser offers the passkey in the e-mail field, and the form works beside it', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT_ELSEWHERE })
  const device = await withDevice(page)
  const customer = await signInCustomer(page)
  await page.goto('/user-profile/passkeys')
  await addPasskey(page, 'My laptop')
  await setTouched(device, false)
  await apiOf(page).logout()
  await page.goto('/signin')
  await expectOffered(page)
  await expect.poll(() => page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await apiOf(page).logout()
  // Now the device is touched, as when a user chooses the passkey in the field; nothing else is pressed.
  await setTouched(device, true)
  await page.goto('/signin')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await expect.poll(async () => (await apiOf(page).getMe()).email).toBe(customer.email)
})

test('an offer of the e-mail field that comes late ends neither what the button asks for nor its challenge', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT_ELSEWHERE })
  await withDevice(page)
  const customer = await signInCustomer(page)
  await page.goto('/user-profile/passkeys')
  await addPasskey(page, 'My tablet')
  // The next visit is the first one for the shop: its cookie that tells browsers apart comes with the challenge.
  await page.context().clearCookies()
  // The device is touched when the journey says so; what the field offers is never chosen.
  await page.addInitScript(() => {
    const real = navigator.credentials.get.bind(navigator.credentials)
    const isTouched = new Promise<Event>((resolve) => addEventListener('touched', resolve))
    navigator.credentials.get = async (options) => {
      const { signal, mediation } = options ?? {}
      document.documentElement.dataset.asked = mediation ?? 'by button'
      const isEnded = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      })
      await (mediation === 'conditional' ? isEnded : Promise.race([isTouched, isEnded]))
      return real(options)
    }
  })
  const isOffered = Promise.withResolvers<void>()
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  const isAnswered = Promise.withResolvers<void>()
  const path = '/api/users/passkey-challenge'
  await page.route(
    `**${path}`,
    async (route) => {
      // Not fetched by the browser, which would store the answer's cookie at once.
      const answer = await fetch(sharedShop().origin + path, { method: 'POST' })
      isOffered.resolve()
      await isFree
      await route.fulfill({ headers: Object.fromEntries(answer.headers), body: await answer.text() })
      isAnswered.resolve()
    },
    { times: 1 },
  )
  await page.goto('/signin')
  await isOffered.promise
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expectSeen(page.locator('html[data-asked="by button"]'))
  release()
  await isAnswered.promise
  await page.evaluate('new Promise(requestAnimationFrame).then(() => dispatchEvent(new Event("touched")))')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await expect.poll(async () => (await apiOf(page).getMe()).email).toBe(customer.email)
})

test('a passkey that the shop does not know is refused in a sentence', async () => {
  const page = await openPage(sharedShop(), { expected: SIGNED_OUT_ELSEWHERE })
  const device = await withDevice(page)
  await signInCustomer(page)
  await page.goto('/user-profile/passkeys')
  await addPasskey(page, 'Lost')
  await page.getByRole('button', { name: 'Remove Lost' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectSeen(page.getByText('No passkeys yet.'))
  await setTouched(device, false)
  await apiOf(page).logout()
  await page.goto('/signin')
  await expectOffered(page)
  await setTouched(device, true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expectSeen(page.getByRole('main').getByText('This passkey could not be used.'))
  await expect.poll(() => new URL(page.url()).pathname).toBe('/signin')
})

test('an administrator makes a passkey under “Your account” and comes in by it', async () => {
  const { origin, admin } = sharedShop()
  const page = await openPage({ origin }, { viewport: LAPTOP, expected: SIGNED_OUT_ELSEWHERE })
  const device = await withDevice(page)
  await signInAdmin(page, admin)
  await page.goto('/admin/account')
  await addPasskey(page, 'Office')
  await expectGoodInEveryLook(page)
  await setTouched(device, false)
  await apiOf(page).adminLogout()
  await page.goto('/admin-signin')
  await expectOffered(page)
  await setTouched(device, true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/dashboard')
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Remove Office' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectGone(listOf(page))
})
