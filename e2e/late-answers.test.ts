import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import { expectSeen, openPage, ownShop, sharedShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'
import { expectSaid } from './toasts.ts'

/** Holds the next call to an address until the answer of this is called. */
async function holdCall(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, (route) => promise.then(() => route.fallback()), { times: 1 })
  return resolve
}

interface Typing {
  text: string
  /** Lets the call go on. */
  send: () => void
  /** Waits until the page has said that the call is answered. */
  hear: () => Promise<void>
}

/** Types into a field while a call is on its way, as soon as the field takes it, and expects that it stays. */
async function typeMeanwhile(field: Locator, { text, send, hear }: Typing): Promise<void> {
  const typing = field.fill(text)
  // Long enough to have typed it, where the field takes it at once.
  await Promise.race([typing, field.page().waitForTimeout(500)])
  send()
  await typing
  await hear()
  await expect.poll(() => field.inputValue()).toBe(text)
}

test('what staff type while something is saved stays in the field', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: SIGNED_OUT })
  await signInAdmin(page, shop.admin)
  const api = apiOf(page)
  const facts = { text: '', picture: '', pictureWords: '', products: [], order: 'newest' as const, isHidden: false }
  const { collection } = await api.createCollection({ ...facts, title: 'Reduced', rule: { isReduced: true } })

  await page.goto(`/admin/collections/${collection._id}`)
  await page.getByLabel('Title').fill('Reduced for now')
  const saveCollection = await holdCall(page, `**/api/admin/collections/${collection._id}`)
  await page.getByRole('button', { name: 'Save collection' }).click()
  await typeMeanwhile(page.getByLabel('Title'), {
    text: 'Reduced for long',
    send: saveCollection,
    hear: () => expectSaid(page, 'Collection saved.'),
  })
  await expectSeen(page.getByText('There are changes that are not saved.'))
  await page.getByLabel('Title').fill('Reduced for now')
  await page.getByRole('button', { name: 'Save collection' }).click()
  await expectSeen(page.getByText('Everything is saved.'))

  await page.goto('/admin/settings')
  const care = page.getByRole('region', { name: 'Customer care' })
  await care.getByLabel('E-mail').fill('care@shop.example')
  const saveSettings = await holdCall(page, '**/api/admin/settings')
  await care.getByRole('button', { name: 'Save Customer care' }).click()
  await typeMeanwhile(care.getByLabel('E-mail'), {
    text: 'help@shop.example',
    send: saveSettings,
    hear: () => expectSaid(page, 'Settings saved.'),
  })
  await care.getByLabel('E-mail').fill('care@shop.example')

  const sender = { firstName: 'Ravi', lastName: 'Iyer', contactNumber: '9876501234', email: 'ravi@example.com' }
  await api.submitContact({ ...sender, subject: 'Where is it?', message: 'Please tell me.' })
  await page.goto('/admin/contacts')
  await page.getByRole('link', { name: 'Answer', exact: true }).click()
  const answer = page.getByRole('dialog').getByLabel('Your answer')
  await answer.fill('It leaves today.')
  const sendAnswer = await holdCall(page, '**/api/admin/contact/*/answers')
  await page.getByRole('dialog').getByRole('button', { name: 'Send answer' }).click()
  await typeMeanwhile(answer, {
    text: 'And it comes tomorrow.',
    send: sendAnswer,
    hear: () => expectSeen(page.getByRole('dialog').getByRole('status').filter({ hasText: 'Answer sent.' })),
  })
  await expectSeen(page.getByRole('dialog').getByRole('list', { name: 'Answers' }).getByText('It leaves today.'))
})

test('whoever goes on to another field while a form is refused goes on typing there', async () => {
  const page = await openPage(sharedShop(), { expected: [...SIGNED_OUT, '401 /api/users/login'] })
  await page.goto('/signin')
  const email = page.getByRole('main').getByLabel('Email')
  await email.fill('nobody@example.com')
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill('not the password')
  const refuse = await holdCall(page, '**/api/users/login')
  await page.keyboard.press('Enter')
  await email.fill('somebody')
  refuse()
  await expectSeen(page.locator('.error-summary'))
  await page.keyboard.type('@example.com')
  await expect.poll(() => email.inputValue()).toBe('somebody@example.com')
})

/** Lets a frame come at once, before anything that was just changed is rendered, as on a busy machine. */
function hurryFrames(): void {
  const inTime = window.requestAnimationFrame.bind(window)
  let isEarly = false
  window.requestAnimationFrame = (give) => {
    if (isEarly) return inTime(give)
    queueMicrotask(() => {
      isEarly = true
      give(performance.now())
      isEarly = false
    })
    return 0
  }
}

test('the field that is wrong has the focus, however late it is rendered', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: [...SIGNED_OUT, '400 /api/admin/settings'] })
  await page.addInitScript(hurryFrames)
  await signInAdmin(page, shop.admin)
  const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement)

  await page.goto('/admin/settings')
  const care = page.getByRole('region', { name: 'Customer care' })
  await care.getByLabel('E-mail').fill('nobody')
  await care.getByRole('button', { name: 'Save Customer care' }).click()
  await expectSeen(care.getByText('Please enter a valid e-mail address.'))
  await expect.poll(() => isFocused(care.getByLabel('E-mail'))).toBe(true)

  await page.goto('/admin/first-steps')
  await page.getByLabel('PIN code').fill('0123')
  await page.getByRole('button', { name: 'Save my shop' }).click()
  await expectSeen(page.locator('.field-error', { hasText: 'A PIN code has six digits' }))
  await expect.poll(() => isFocused(page.getByLabel('PIN code'))).toBe(true)
  // Whoever turns to the button at once stays there.
  const save = page.getByRole('button', { name: 'Save my shop' })
  await save.focus()
  await page.waitForTimeout(300)
  await expect.poll(() => isFocused(save)).toBe(true)
})
