import { beforeAll, expect, test } from 'vitest'

import { LINT_TIMEOUT_MS, lintTree } from './oxlint.ts'
import type { Complaint } from './oxlint.ts'

const takes = (specifier: string): string => `import { thing } from '${specifier}'\nexport const used = thing\n`
const takesType = (specifier: string): string => `import type { Thing } from '${specifier}'\nexport type Used = Thing\n`
const passOn = (specifier: string): string => `export const own = 1\nexport { thing } from '${specifier}'\n`
const load = (specifier: string): string => `export const load = () => import('${specifier}')\n`
const nameType = (specifier: string): string => `export type Thing = import('${specifier}').Thing\n`
const journey = (step: string): string =>
  `import { expect, test } from 'vitest'\ntest('a journey', async ({ page }) => {\n  ${step}\n})\n`

const started = (step: string): string => `export async function load(api) {\n  ${step}\n  return cart\n}\n`
const shown = (children: string): string => `export const Shown = () => <p>${children}</p>\n`

const WORDS = 'so many words '.repeat(9)

/** What must be refused: the file, what stands in it, and a part of the sentence that says why not. */
const BREACHES: [file: string, text: string, why: string][] = [
  ['contract/a.ts', takes('fastify'), 'contract imports zod only'],
  ['contract/b.ts', takesType('#server/errors.ts'), 'contract imports nothing of server'],
  ['app/cart/a.ts', takes('#server/cart/service.ts'), 'app imports contract and app only'],
  ['app/cart/b.ts', takesType('#server/cart/service.ts'), 'app imports contract and app only'],
  ['app/cart/c.ts', load('#server/cart/service.ts'), 'app imports contract and app only'],
  ['app/cart/d.ts', nameType('#server/cart/service.ts'), 'app imports contract and app only'],
  ['app/cart/e.ts', passOn('#server/errors.ts'), 'app imports contract and app only'],
  ['server/pages/a.ts', takes('#app/root.tsx'), 'server never imports app'],
  ['server/pages/b.ts', takes('#test/start-shop.ts'), 'belongs to the tests'],

  ['server/cart/service.ts', takes('./routes.ts'), 'never upward'],
  ['server/cart/queries.ts', takes('./service.ts'), 'never upward'],
  ['server/orders/states.ts', takes('#server/orders/admin-routes.ts'), 'never upward'],
  ['server/cart/routes.ts', takes('./queries.ts'), 'through service.ts'],
  ['server/catalogue/service.ts', takes('#server/cart/service.ts'), 'catalogue may not import cart'],
  ['server/cart/hold.ts', takes('#server/orders/service.ts'), 'cart may not import orders'],
  ['server/accounts/sign-in.ts', takes('#server/cart/service.ts'), 'accounts may not import cart'],
  ['server/payments/service.ts', takes('#server/orders/service.ts'), 'server/payments knows no feature'],
  ['server/contacts/service.ts', takes('#server/catalogue/service.ts'), 'contacts may not import catalogue'],
  ['server/dashboard/service.ts', takes('#server/cart/service.ts'), 'dashboard may not import cart'],
  ['server/orders/service.ts', takes('#server/catalogue/queries.ts'), 'only its service.ts'],
  ['server/orders/queries.ts', takes('#server/catalogue/service.ts'), 'Queries know no service'],
  ['server/media/outbox.ts', takes('#server/orders/service.ts'), 'server/media knows no feature'],
  ['server/media/stored-pictures.ts', takes('#server/catalogue/service.ts'), 'server/media knows no feature'],
  ['server/start/config.ts', takes('#sandbox/provider-keys.ts'), 'outside system'],
  ['server/jobs/clean.ts', takes('#server/orders/queries.ts'), 'server/jobs knows no feature'],
  ['server/contacts/routes.ts', takes('#server/start/app.ts'), 'imported by none of them'],

  ['server/contacts/inbox.ts', takes('kysely'), 'SQL stays in queries.ts'],
  ['server/dashboard/figures.ts', takes('kysely'), 'SQL stays in queries.ts'],
  ['server/jobs/delete.ts', "export const list = (db) => db.deleteFrom('sessions')\n", 'SQL stays in queries.ts'],
  ['server/accounts/service.ts', takesType('#server/db/tables.ts'), 'Rows never leave'],
  ['server/accounts/hashing.ts', "export const list = (db) => db.selectFrom('users')\n", 'SQL stays in queries.ts'],
  ['server/accounts/queries.ts', takes('pg'), 'Only server/db knows which engine'],
  ['server/orders/settle-payment.ts', takesType('fastify'), 'Request and reply stay in routes.ts'],
  ['server/orders/refunds/refunds.ts', takes('@fastify/static'), 'Request and reply stay in routes.ts'],

  ['app/routes/storefront/home.tsx', takes('#app/routes/storefront/about.tsx'), 'Screens never import screens'],
  ['app/routes/storefront/about.tsx', takes('./contact.tsx'), 'Screens never import screens'],
  ['app/catalogue/lists/product-card.tsx', takes('#app/routes/storefront/home.tsx'), 'never upward'],
  ['app/ui/picture.tsx', takes('#app/catalogue/lists/product-card.tsx'), 'app/ui knows no feature'],
  ['app/api/browser-api.ts', takes('#app/cart/totals.ts'), 'app/api is a client'],

  ['server/cart/lines.ts', takes('../errors.ts'), 'No ../'],
  ['server/cart/totals.ts', takes('./lines'), 'with its ending'],
  ['contract/index.ts', "export { cart } from './cart.ts'\nexport * from './orders.ts'\n", 'No barrels'],
  ['server/cart/prices.ts', 'const price = 1\nexport default price\n', 'No default export'],
  ['app/ui/badge.tsx', 'const Badge = () => null\nexport { Badge as default }\n', 'No default export'],
  ['server/cart/helpers.ts', 'export const one = 1\n', '“helpers” says nothing'],

  ['server/cart/shelf-rows.ts', 'export const rows = 1\n', '“shelf” in server/cart/shelf-rows is a word'],
  ['server/cart/limits.ts', 'export const MAX_LANES = 1\n', 'write limiter, as the field does'],
  ['server/cart/open.ts', 'export function openDesk() {}\n', '“desk” in openDesk'],
  ['server/http/turned-away.ts', 'export const limit = 1\n', 'write rejected, as the field does'],
  ['app/ui/dialog.tsx', 'export interface WishesInput {\n  a: 1\n}\n', '“wish” in WishesInput'],
  ['bench/compare.ts', 'const rate = 1\nexport { rate as pulse }\n', '“pulse” in pulse'],

  ['app/ui/a.tsx', shown('{isBusy && <b />}Save'), 'A browser that translates'],
  ['app/ui/b.tsx', shown('{isBusy && <b />}{isBusy ? wait : children}'), 'A browser that translates'],
  ['app/ui/c.tsx', shown('Error: {failure}'), 'A browser that translates'],
  ['app/ui/d.tsx', shown('{count > 0 && `${count} chosen`}<b />'), 'A browser that translates'],
  ['app/ui/e.tsx', shown('{lines.map((line) => <b key={line} />)}{` of ${total}`}'), 'A browser that translates'],
  ['app/ui/i.tsx', "export function Shown() {\n  return 'Sold out'\n}\n", 'A browser that translates'],
  ['app/ui/j.tsx', 'export const Shown = () => <><b />, then <i /></>\n', 'A browser that translates'],
  ['app/ui/g.tsx', shown('<Icon size={14} />{children}'), 'A browser that translates'],
  ['app/ui/h.tsx', shown('<Spinner /> Loading...'), 'A browser that translates'],
  ['app/ui/f.tsx', 'export const Shown = () => <>Sold out <b /></>\n', 'A browser that translates'],

  ['e2e/a.test.ts', journey("expect(await page.title()).toBe('Shop')"), 'Read once'],
  ['e2e/b.test.ts', journey('expect(Number((await page.textContent())?.trim()), page.why()).toBe(1)'), 'Read once'],
  ['e2e/c.test.ts', journey("expect(new URL(page.url()).pathname).toBe('/')"), 'Read once'],

  ['app/cart/f.ts', started('const call = api.getCart()'), 'A call is awaited or handed on'],
  ['app/cart/g.ts', started('const call = serverApi(api).getCart()'), 'A call is awaited or handed on'],

  ['app/cart/h.ts', `/** ${WORDS} */\nexport const one = 1\n`, 'A comment ends where code does'],
  ['app/cart/i.ts', `/**\n * One.\n * ${WORDS}\n */\nexport const one = 1\n`, 'A comment ends where code does'],
  ['app/cart/j.ts', `// ${WORDS}\nexport const one = 1\n`, 'A comment ends where code does'],
]

const component = 'export default function Component() {\n  return null\n}\n'
const sql = "import { sql } from 'kysely'\nexport const list = (db) => [sql, db.selectFrom('orders')]\n"

/** What must pass: each of these comes close to a breach. */
const CLEAN: Record<string, string> = {
  'contract/clean.ts': takes('zod') + takesType('./money.ts') + passOn('#contract/api/errors.ts'),
  'server/start/main.ts': takes('#server/start/app.ts'),
  'server/start/app.ts': takes('fastify') + passOn('#server/cart/service.ts') + nameType('#sandbox/routes.ts'),
  'server/start/open-shop.ts': takes('#sandbox/provider-keys.ts'),
  'server/db/open.ts': takes('pg') + sql,
  'server/http/guards.ts': takesType('fastify'),
  'server/cart/admin-routes.ts': takes('./service.ts') + passOn('#server/http/guards.ts') + nameType('fastify'),
  'server/cart/merge.ts': takes('./queries.ts') + passOn('#server/catalogue/service.ts') + nameType('kysely'),
  'server/orders/order-queries.ts': takesType('#server/db/tables.ts') + sql,
  'server/orders/checkout/check-open-payments.ts':
    takes('#server/payments/provider.ts') + passOn('#server/cart/service.ts'),
  'server/orders/place.ts': takes('#server/accounts/service.ts') + passOn('#server/catalogue/service.ts'),
  'server/orders/orders.test.ts': takes('#test/start-shop.ts') + passOn('./queries.ts'),
  'server/jobs/delete-expired-queries.ts': takesType('#server/db/tables.ts') + sql,
  'server/jobs/jobs.ts': takes('#server/orders/service.ts'),
  'app/root.tsx': takes('#app/ui/button.tsx') + component,
  'app/routes.ts': 'export default []\n',
  'app/routes/storefront/contact.tsx': takesType('./+types/contact') + passOn('#app/catalogue/card.tsx') + component,
  'app/ui/margin.ts': `// ${WORDS.slice(0, 100)}\nexport const words = '${WORDS}' // one line\n`,
  'app/ui/price.tsx': takes('#contract/units/money.ts') + passOn('./text.tsx'),
  'app/catalogue/card.tsx': takes('#app/ui/price.tsx') + passOn('#app/api/browser-api.ts'),
  'app/ui/text.tsx': shown("Read <b>{name}</b> and {' '}go on {isBusy && <b />}"),
  'app/ui/template.tsx': shown("{`${count} of ${total}${isMore ? ', and more' : ''}`}"),
  'app/ui/one-of-two.tsx': shown("{isOpen ? 'Close' : 'Open'}"),
  'app/ui/icon.tsx': "import { X } from 'lucide-react'\n" + shown('<X size={14} /> Close'),
  'app/ui/elements.tsx': shown(
    '{isBusy && <b />}<div>{isBusy && <b />}{children}</div><span>{isBusy ? wait : children}</span>',
  ),
  'app/catalogue/investigate.ts': 'const pulse = 1\nexport const gateway = pulse\nexport type Bookshop = 1\n',
  'app/account/address-book.ts': 'export const useMemory = 1\nexport const orderDoorstep = 1\n',
  'app/cart/load.ts': started('const cart = await caught(api.getCart())\n  const now = api.now()'),
  'vite.config.ts': 'export default {}\n',
  'e2e/clean.test.ts': journey('await expect.poll(async () => (await page.title()).trim()).toBe(await page.name())'),
  'e2e/answer.test.ts': journey('expect((await page).status).toBe(200)'),
  'server/cart/reads.test.ts': journey('expect(await page.title()).toBe(1)'),
}

let complaints: Complaint[]

beforeAll(async () => {
  const breaches = Object.fromEntries(BREACHES.map(([file, text]) => [file, text]))
  const all = await lintTree({ ...breaches, ...CLEAN })
  complaints = all.filter(({ rule }) => rule.startsWith('layers/'))
}, LINT_TIMEOUT_MS)

test.for(BREACHES)('%s is refused', ([file, , why]) => {
  const reasons = complaints.filter((complaint) => complaint.file === file).map(({ message }) => message)
  expect(reasons).toEqual([expect.stringContaining(why)])
})

test.for(Object.keys(CLEAN))('%s keeps to the layers', (file) => {
  expect(complaints.filter((complaint) => complaint.file === file)).toEqual([])
})
