import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { SettingsChange } from '#contract/settings/setting-calls.ts'
import { TEXT_PAGES } from '#contract/settings/policies.ts'
import { isAnnounced, nextAnnouncementTurn } from '#contract/settings/announcement-times.ts'
import { SETTINGS_TAG } from '#server/cache/tags.ts'
import { startShop } from '#test/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof shop.admin>>
beforeAll(async () => {
  shop = await startShop({ shopName: 'Asha & <b>Sons</b>' })
  admin = await shop.admin()
})
afterAll(() => shop.close())

async function set(values: SettingsChange['values']) {
  const { settings } = await admin.api.listSettings()
  const revisions = Object.fromEntries(settings.map(({ name, revision }) => [name, revision]))
  return admin.api.changeSettings({ values, revisions })
}

test('a fresh shop has a sensible text on each page, with its own name and rules filled in', async () => {
  const { api } = shop.visitor()
  for (const name of TEXT_PAGES) {
    const { title, html, changedOn } = await api.getTextPage(name)
    expect(title).not.toBe('')
    expect(html.length).toBeGreaterThan(200)
    expect(html).not.toMatch(/[{}]/)
    expect(html).not.toContain('<b>')
    expect(changedOn).toBeUndefined()
  }
  expect((await api.getTextPage('privacy')).html).toContain('Asha &amp; &lt;b&gt;Sons&lt;/b&gt;')
  expect((await api.getTextPage('returns')).html).toContain('<h2>7 days to change your mind</h2>')
  expect((await api.getTextPage('shipping')).html).toContain('8 to 12 days')
  const answer = await shop.visitor().fetch('/api/pages/constructor')
  expect(answer.status).toBe(404)
})

test('a page shows what the owner has just set, with its date', async () => {
  const { api } = shop.visitor()
  await api.getTextPage('returns')
  await set({
    returnDays: 10,
    careEmail: 'care_team@shop.example',
    returnsPolicy: '# Back\r\n\r\n{returnWindow}: {care}',
  })
  const { html, changedOn } = await api.getTextPage('returns')
  expect(html).toContain('<h2>Back</h2>')
  expect(html).toContain('10 days to change your mind')
  expect(html).toContain('<a href="mailto:care_team@shop.example">care_team@shop.example</a>')
  expect(changedOn).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4}$/)
  await set({ returnsPolicy: null })
  expect((await api.getTextPage('returns')).changedOn).toBeUndefined()
})

test('the seller page and the structured data say who sells, where, and who hears complaints', async () => {
  await set({
    legalName: 'Asha *Rao* Garments LLP',
    addressLines: '12, MG Road\nSecond floor',
    addressCity: 'Bengaluru',
    addressState: 'Karnataka',
    addressPin: '560001',
    carePhone: '+91 80 4567 8901',
    officerName: 'Meera Das',
    officerEmail: 'officer@shop.example',
    instagram: 'https://www.instagram.com/asha.sons',
  })
  const { html } = await shop.visitor().api.getTextPage('seller')
  for (const text of [
    '<strong>Asha *Rao* Garments LLP</strong>',
    '12, MG Road<br>Second floor<br>Bengaluru 560001<br>Karnataka',
    '+91 80 4567 8901',
    'Name: Meera Das',
    'Designation: Grievance officer',
    'mailto:officer@shop.example',
  ]) {
    expect(html).toContain(text)
  }
  expect(await shop.visitor().api.getSeller()).toMatchObject({
    legalName: 'Asha *Rao* Garments LLP',
    address: { street: '12, MG Road, Second floor', city: 'Bengaluru', state: 'Karnataka', pin: '560001' },
    care: { phone: '+91 80 4567 8901' },
    socialPages: ['https://www.instagram.com/asha.sons'],
  })
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '<javascript:alert(1)>',
  '[x](javascript\\:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '!["><script>alert(1)</script>](https://shop.example/x.png)',
  '![x](https://evil.example/x.png)',
  '[x]: javascript:alert(1)\n\n[x]',
  '[x](https://a.example "\\" onmouseover=\\"alert(1)")',
  '<a href="javascript:alert(1)">x</a>',
  '`<script>`',
  '{care}<svg/onload=alert(1)>{constructor}{__proto__}',
])('the text %j makes a page that runs and loads nothing', async (text) => {
  const { html } = await admin.api.previewPolicy(text)
  const tags = [...html.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)>/gi)]
  const allowed = ['p', 'a', 'h2', 'ul', 'li', 'code', 'em', 'strong']
  expect(tags.map(([, name]) => name).filter((name) => !allowed.includes(name!))).toEqual([])
  for (const [, , attributes = ''] of tags) {
    expect(attributes).toMatch(/^(?: href="(?:https?:[^"]*|mailto:[^"]*|\/[^"]*)?"(?: title="[^"]*")?)?$/)
  }
})

test('names with markup stay text on every page that is filled with them', async () => {
  await set({ legalName: '[x](https://evil.example) <script>', officerName: '# **x**', careName: '![x](y)' })
  const { html } = await shop.visitor().api.getTextPage('seller')
  expect(html).toContain('[x](https://evil.example) &lt;script&gt;')
  expect(html).not.toContain('href="https://evil.example"')
  expect(html).not.toContain('<img')
})

test('a preview of a huge text is refused', async () => {
  await expect(admin.api.previewPolicy('a'.repeat(20_001))).rejects.toMatchObject({ code: 'invalid' })
  await expect(set({ privacyPolicy: ' ' })).rejects.toMatchObject({
    fields: { 'values.privacyPolicy': expect.any(String) },
  })
})

test('an announcement is shown between its two moments in India', () => {
  const terms = {
    announcementText: 'Sale',
    announcementFrom: '2026-11-22T18:30',
    announcementUntil: '2026-11-23T00:00',
  }
  const at = (utc: string) => Date.parse(utc)
  expect(isAnnounced(terms, at('2026-11-22T12:59:59Z'))).toBe(false)
  expect(isAnnounced(terms, at('2026-11-22T13:00:00Z'))).toBe(true)
  expect(isAnnounced(terms, at('2026-11-22T18:29:59Z'))).toBe(true)
  expect(isAnnounced(terms, at('2026-11-22T18:30:00Z'))).toBe(false)
  expect(isAnnounced({ ...terms, announcementText: '' }, at('2026-11-22T13:00:00Z'))).toBe(false)
  expect(nextAnnouncementTurn(terms, at('2026-11-22T12:00:00Z'))).toBe(at('2026-11-22T13:00:00Z'))
  expect(nextAnnouncementTurn(terms, at('2026-11-22T13:00:00Z'))).toBe(at('2026-11-22T18:30:00Z'))
  expect(nextAnnouncementTurn(terms, at('2026-11-22T18:30:00Z'))).toBeUndefined()
})

test('pages are outdated when an announcement begins and ends, and with each day in India', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2026-11-22T12:00:00Z') })
  try {
    const { tags } = shop.shop
    await set({
      announcementText: 'Sale',
      announcementFrom: '2026-11-22T18:30',
      announcementUntil: '2026-11-22T23:30',
    })
    const isOutdatedAfter = (ms: number) => {
      const since = tags.now()
      vi.advanceTimersByTime(ms)
      return !tags.isCurrent([SETTINGS_TAG], since)
    }
    expect(isOutdatedAfter(3_600_000 - 1)).toBe(false)
    expect(isOutdatedAfter(1)).toBe(true)
    expect(isOutdatedAfter(5 * 3_600_000 - 1)).toBe(false)
    expect(isOutdatedAfter(1)).toBe(true)
    expect(isOutdatedAfter(1_800_000 - 1)).toBe(false)
    expect(isOutdatedAfter(1)).toBe(true)
    expect(isOutdatedAfter(24 * 3_600_000 - 1)).toBe(false)
    expect(isOutdatedAfter(1)).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

/** Each is short, and its page was a fault of the shop, or megabytes. */
const UNREADABLE = {
  'quotes in quotes': '> '.repeat(5000),
  'lists in lists': `${'- '.repeat(5000)}x`,
  'numbered lists in lists': '1. '.repeat(5000),
  'one endless paragraph': 'a* '.repeat(6000),
  'brackets in brackets': `${'![*a '.repeat(3000)}${'*](b)'.repeat(900)}`,
  'a word that stands for much': '{seller}'.repeat(2000),
}

test.each(Object.entries(UNREADABLE))(
  'a policy of %s is refused in a sentence, and its page stays',
  async (_, text) => {
    const refusal = { code: 'invalid', message: expect.stringContaining('nested too deep or becomes too long') }
    await set({ addressLines: 'Long Lane\n'.repeat(25), privacyPolicy: 'As it was.' })
    await expect(set({ privacyPolicy: text })).rejects.toMatchObject(refusal)
    await expect(admin.api.previewPolicy(text)).rejects.toMatchObject(refusal)
    expect((await shop.visitor().api.getTextPage('privacy')).html).toBe('<p>As it was.</p>\n')
  },
)

test('a policy that was saved before it was looked at does not break its page, and can be mended', async () => {
  await set({ privacyPolicy: 'As it was.' })
  await shop.db
    .updateTable('settings')
    .set({ value: JSON.stringify('> '.repeat(5000)) })
    .where('name', '=', 'privacyPolicy')
    .execute()
  await shop.shop.settings.reload()
  shop.shop.tags.outdate(SETTINGS_TAG)
  expect((await shop.visitor().fetch('/api/pages/privacy')).status).toBe(200)
  await set({ careName: 'Another name' })
  await set({ privacyPolicy: 'Mended.' })
  expect((await shop.visitor().api.getTextPage('privacy')).html).toBe('<p>Mended.</p>\n')
})
