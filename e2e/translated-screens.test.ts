import { expect, onTestFinished, test } from 'vitest'

import routes from '#app/routes.ts'
import { createInvitationToken, createLink } from '#server/accounts/service.ts'
import { buildDirOf } from '#server/start/config.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { ADDRESS, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { furnish } from '#test/sample-calls.ts'
import { secretFor } from '#test/sample-chosen.ts'
import { SAMPLE_COLLECTION } from '#test/sample-collections.ts'
import { SAMPLE_PAGE } from '#test/sample-pages.ts'
import { SAMPLE_RETURN } from '#test/sample-returns.ts'
import { SAMPLE_SALE } from '#test/sample-sales.ts'
import { SAMPLE_INVITATION } from '#test/sample-staff.ts'
import { SAMPLE_WEBHOOK } from '#test/sample-webhooks.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

import { actOnScreen, moveTo, watchRefusals, type ActCounts } from './act-on-screen.ts'
import { openPage } from './journey.ts'
import { translate } from './translate.ts'

const pathsOf = (entries: typeof routes): string[] =>
  entries.flatMap(({ path, index, children = [] }) => [
    ...(path === undefined ? (index ? [''] : []) : [path]),
    ...pathsOf(children),
  ])

/** Two that load no scripts, and one that only leads to another. */
const WITHOUT_SCRIPTS = ['offline', 'pages/preview/:token', 'products']
const SCREENS = pathsOf(routes).filter((path) => !WITHOUT_SCRIPTS.includes(path))
const OF_STAFF = /^admin\//
const OF_CUSTOMER = /^(?:user-profile|cart|order|wishlist|confirm-order)(?:\/|$)/

/** A shop with something on each screen, and what takes the place of the ids and secrets in their addresses. */
async function openShop() {
  const shop = await startShop({ pages: await loadBuiltPages(buildDirOf(process.env)) })
  onTestFinished(() => shop.close())
  const { owner, product, category, order, cancellable, ...furnished } = await furnish(shop)
  await setSettings(shop, { takesCash: true })
  const { _id: cashOrder } = await owner.api.orderForCash({ address: ADDRESS })
  await fillCart(owner, product.id, 1)
  const link = (purpose: Parameters<typeof createLink>[1], payload: object = {}) =>
    createLink(shop.db, purpose, { key: owner.id, userId: owner.id, payload, minutes: 60 })
  const invitation = await createInvitationToken(shop.db, SAMPLE_INVITATION)
  const placed: Record<string, string | undefined> = {
    'pages/:slug': SAMPLE_PAGE.slug,
    'categories/:slug': category.slug,
    'collections/:slug': SAMPLE_COLLECTION.slug,
    'product/:id': product.id,
    'reset-password/:token': await link('new password'),
    'order-status/:token': furnished.orderLink,
    'chosen/:token': secretFor('/chosen/'),
    'confirm-email/:token': furnished.confirmationToken,
    'confirm-new-email/:token': await link('new address', { email: 'new@example.com', emailKey: 'new@example.com' }),
    'join-staff/:token': invitation?.token,
    'keep-account/:token': await link('keep account'),
    'confirm-order/:token': await link('confirm cash order', { orderId: cashOrder }),
    'user-profile/orders/:orderId/cancel': cancellable._id,
    'user-profile/orders/:orderId/confirm': cashOrder,
    'user-profile/orders/:orderId/returns': order._id,
    'order/pay/:orderId': cashOrder,
    'admin/collections/:id': SAMPLE_COLLECTION.id,
    'admin/products/:id': product.id,
    'admin/products/:id/prices': product.id,
    'admin/orders/:orderId': order._id,
    'admin/orders/:orderId/cancel': order._id,
    'admin/orders/:orderId/change': order._id,
    'admin/orders/:orderId/take-back': order._id,
    'admin/orders/:orderId/slip': order._id,
    'admin/stock/:productId': product.id,
    'admin/returns/:returnId': SAMPLE_RETURN,
    'admin/sales/:id': SAMPLE_SALE,
    'admin/shop-at/:id': product.id,
    'admin/offers/:id': 'an-offer',
    'admin/customers/:userId/store-credit': furnished.bystanderId,
    'admin/pages/:id': SAMPLE_PAGE.id,
    'admin/webhooks/:webhookId': SAMPLE_WEBHOOK,
    'admin/words/:place?': 'footer',
  }
  const addressOf = (path: string): string => {
    if (!path.includes(':')) return `/${path.replace('*', 'nowhere')}`
    const id = placed[path]
    if (!id) throw new Error(`Say above what takes the place of the id in ${path}, so that it is visited.`)
    return `/${path.replace(/:\w+\??/, id)}`
  }
  return { shop, owner, addressOf }
}

type OpenShop = Awaited<ReturnType<typeof openShop>>

/**
 * Opens each screen in one translated document, to do what it offers, and in another turn to send its forms; no screen
 * may crash or lose what was typed, also where a form is refused, which the page explains. Details come before the
 * lists they are in, whose buttons change more. Returns how often each was done.
 */
async function actOn(
  { shop, addressOf }: OpenShop,
  visitor: SignedIn | undefined,
  paths: readonly string[],
  turns: readonly boolean[] = [false, true],
): Promise<ActCounts> {
  const page = await openPage(shop, { expected: ['4*', 'failed *.pdf'] })
  const cookies = [...(visitor?.cookies ?? [])].map(([name, value]) => ({ name, value, url: shop.origin }))
  await page.context().addCookies(cookies)
  await watchRefusals(page)
  await page.goto('/about')
  await translate(page)
  const depth = (path: string) => path.split('/').length
  const sorted = paths.toSorted((one, other) => depth(other) - depth(one))
  const sum: ActCounts = { typed: 0, pressed: 0, chosen: 0, sent: 0, refused: 0, kept: 0 }
  for (const sends of turns) {
    for (const path of sorted) {
      const address = addressOf(path)
      await moveTo(page, address)
      const at = new URL(page.url()).pathname
      const { lost, unexplained, ...acts } = await actOnScreen(page, { sends })
      const crashes = await page.getByText('Something went wrong in the digital realm.').count()
      const faults = { lost, unexplained, crashes }
      expect.soft({ path, at, ...faults }).toEqual({ path, at: address, lost: [], unexplained: [], crashes: 0 })
      for (const [act, count] of Object.entries(acts)) sum[act as keyof typeof acts] += count
    }
  }
  return sum
}

/** A walk does hundreds of acts, one after another, each of which waits until the screen has settled. */
const WALK_MS = 360_000

/** A walk that does nothing shows nothing. */
function expectAtLeast(acts: ActCounts, least: ActCounts): void {
  const short = Object.entries(least).flatMap(([act, count]) => {
    const done = acts[act as keyof typeof least]
    return done < count ? [`${act}: ${done} of ${count}`] : []
  })
  expect(short).toEqual([])
}

test(
  'every translated screen of a visitor stands all that is done on it',
  async () => {
    const paths = SCREENS.filter((path) => !OF_STAFF.test(path) && !OF_CUSTOMER.test(path))
    const acts = await actOn(await openShop(), undefined, paths)
    expectAtLeast(acts, { typed: 40, pressed: 12, chosen: 6, sent: 6, refused: 2, kept: 5 })
  },
  WALK_MS,
)

test(
  'every translated screen of a customer stands all that is done on it',
  async () => {
    const open = await openShop()
    const paths = SCREENS.filter((path) => OF_CUSTOMER.test(path))
    const acts = await actOn(open, open.owner, paths)
    expectAtLeast(acts, { typed: 30, pressed: 12, chosen: 4, sent: 6, refused: 1, kept: 1 })
  },
  WALK_MS,
)

test.each([
  [false, { typed: 250, pressed: 150, chosen: 60, sent: 0, refused: 0, kept: 0 }],
  [true, { typed: 250, pressed: 0, chosen: 0, sent: 50, refused: 12, kept: 80 }],
])(
  'every translated screen of the staff stands all that is done on it; it sends forms: %s',
  async (sends, least) => {
    const open = await openShop()
    const paths = SCREENS.filter((path) => OF_STAFF.test(path))
    expectAtLeast(await actOn(open, await signedIn(open.shop, 'admin'), paths, [sends]), least)
  },
  WALK_MS,
)
