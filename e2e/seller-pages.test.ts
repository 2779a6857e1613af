import { expect, onTestFinished, test } from 'vitest'

import { createVisitor } from '#test/visitor.ts'

import { expectGoodInEveryLook } from './axe.ts'
import { expectGone, expectSeen, openPage, ownShop, sharedShop } from './journey.ts'
import { SIGNED_OUT } from './page-errors.ts'
import { apiOf, signInAdmin } from './sign-in.ts'

const visit = () => openPage(sharedShop(), { expected: SIGNED_OUT })

test('the footer’s notices lead to pages with one heading each, which lead to each other', async () => {
  const page = await visit()
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  for (const [name, heading] of [
    ['Privacy', 'Privacy'],
    ['T & C', 'Terms and conditions'],
    ['Returns', 'Returns and refunds'],
    ['Seller', 'Seller'],
  ] as const) {
    await footer.getByRole('link', { name, exact: true }).click()
    await expectSeen(page.getByRole('heading', { level: 1, name: heading, exact: true }))
    await expect.poll(() => page.title()).toContain(heading)
  }
  await page.getByRole('navigation', { name: 'Policies' }).getByRole('link', { name: 'Shipping and payment' }).click()
  await expectSeen(page.getByRole('main').getByText(/usually arrives 8 to 12 days after/))
})

test('the pages are the same for everyone, in the sitemap, and the home page says who sells', async () => {
  const { fetch } = createVisitor(sharedShop().origin)
  const sitemap = await (await fetch('/sitemap.xml')).text()
  for (const path of ['/privacy', '/terms', '/returns', '/shipping', '/seller']) {
    const answer = await fetch(path)
    expect(answer.headers.get('cache-control')).toContain('public')
    expect(sitemap).toContain(`${path}</loc>`)
  }
  const home = await (await fetch('/')).text()
  const data = [...home.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = '']) => text,
  )
  const [organization] = data.flatMap((text) => JSON.parse(text) as { '@type': string }[])
  expect(organization).toMatchObject({
    '@type': 'Organization',
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer service' },
    hasMerchantReturnPolicy: { '@type': 'MerchantReturnPolicy', merchantReturnDays: 7 },
  })
})

test('what the owner sets is on every page at once: name, links, days and announcement, which stays closed', async () => {
  const shop = await ownShop()
  onTestFinished(async () => void (await shop.stop()))
  const page = await openPage(shop, { expected: SIGNED_OUT })
  await page.goto('/about')
  await expectGone(page.locator('.announcement'))
  await signInAdmin(page, shop.admin)
  await apiOf(page).changeSettings({
    values: {
      shopName: 'Khadi <House>',
      facebook: '',
      instagram: 'https://www.instagram.com/khadi',
      deliveryDaysEarliest: 2,
      deliveryDaysLatest: 4,
      announcementText: 'Free gift wrap until Sunday',
      announcementLink: '/categories/shirts',
    },
    revisions: {
      shopName: 0,
      facebook: 0,
      instagram: 0,
      deliveryDaysEarliest: 0,
      deliveryDaysLatest: 0,
      announcementText: 0,
      announcementLink: 0,
    },
  })
  await page.goto('/shipping')
  await expectSeen(page.getByText(/usually arrives 2 to 4 days after/))
  await expect.poll(() => page.title()).toBe('Shipping and payment · Khadi <House>')
  const footer = page.getByRole('contentinfo')
  await expectSeen(footer.getByRole('link', { name: 'Instagram' }))
  await expectGone(footer.getByRole('link', { name: 'Facebook' }))
  const announcement = page.getByRole('link', { name: 'Free gift wrap until Sunday' })
  await expectSeen(announcement)
  await expectGoodInEveryLook(page)
  await page.getByLabel('Close announcement').click()
  await expectGone(announcement)
  await page.goto('/about')
  await expectSeen(page.getByRole('heading', { level: 1 }))
  await expectGone(announcement)
})
