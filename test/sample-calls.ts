import type { ApiDocument, Operation } from '#server/http/openapi/openapi-document.ts'
import type { startShop } from '#test/start-shop.ts'

import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { createConfirmation } from '#server/accounts/service.ts'
import { createOrderLinks } from '#server/orders/order-link.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { changeSettings } from '#server/settings/service.ts'
import { addProduct, offerInput } from '#test/factories.ts'
import { accountBodies, OWNER_PASSWORD } from '#test/sample-accounts.ts'
import { catalogueBodies } from '#test/sample-catalogue.ts'
import { addSampleChosen, secretFor } from '#test/sample-chosen.ts'
import { addSampleCollection, COLLECTION_BODIES, SAMPLE_COLLECTION } from '#test/sample-collections.ts'
import { CONTACT, contactBodies } from '#test/sample-contacts.ts'
import { formsFor } from '#test/sample-forms.ts'
import { FINDING, orderBodies } from '#test/sample-orders.ts'
import { addSamplePage, PAGE_BODIES, SAMPLE_PAGE } from '#test/sample-pages.ts'
import { addSamplePasskey, passkeyBodies, SAMPLE_PASSKEY } from '#test/sample-passkeys.ts'
import { addSampleReturn, returnBodies, SAMPLE_RETURN } from '#test/sample-returns.ts'
import { addSampleSale, saleBodies, SAMPLE_SALE } from '#test/sample-sales.ts'
import { stockBodies } from '#test/sample-stock.ts'
import { addSampleStaff, SAMPLE_INVITATION, SAMPLE_KEY, SAMPLE_PACKER } from '#test/sample-staff.ts'
import { addSampleWebhook, SAMPLE_DELIVERY, SAMPLE_WEBHOOK, WEBHOOK_BODIES } from '#test/sample-webhooks.ts'
import { ADDRESS, buyCart, fillCart, signedIn } from '#test/purchase.ts'

type TestShop = Awaited<ReturnType<typeof startShop>>

export interface Call {
  /** Method and path as the API describes them. */
  name: string
  method: string
  /** The path with real ids in it. */
  url: string
  operation: Operation
  headers: Record<string, string>
  payload?: Buffer | undefined
}

const OFFER = { id: 'an-offer', code: 'SAMPLE10', percent: 10, categoryIds: [], minimumQuantity: 1, minimumPaise: 0 }

const SAMPLE_PARCEL = 'a-parcel'

const OLD_ADDRESS = { id: 'an-old-address', path: '/old', newPath: '/getproducts', origin: 'staff' } as const
const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString()

/**
 * A shop in which something can be done with every call: a customer with an order and a filled cart, a message, a
 * product. `secrets` are texts that only the customer and the administrators may see.
 */
export async function furnish(shop: TestShop) {
  const product = await addProduct(shop.db, { stock: 50 })
  const category = await shop.db
    .selectFrom('categories')
    .select(['id', 'name', 'slug'])
    .where('id', '=', product.categoryId)
    .executeTakeFirstOrThrow()
  const owner = await signedIn(shop)
  await openSession(shop.db, 'customer', owner.id)
  const passwordHash = await hashPassword(OWNER_PASSWORD)
  await shop.db.updateTable('users').set({ passwordHash }).where('id', '=', owner.id).execute()
  await fillCart(owner, product.id, 2)
  const { proof, order } = await buyCart(shop, owner)
  await fillCart(owner, product.id, 1)
  const { order: cancellable } = await buyCart(shop, owner)
  await fillCart(owner, product.id, 1)
  const cart = await owner.api.getCart()
  await shop.visitor().api.submitContact(CONTACT)
  const { id: contactId } = await shop.db.selectFrom('contacts').select('id').executeTakeFirstOrThrow()
  await shop.db
    .insertInto('reviews')
    .values({ id: 'a-review', productId: product.id, userId: owner.id, rating: 3, text: 'Wide.' })
    .execute()
  const size = { weightGrams: 400, lengthCm: 30, breadthCm: 25, heightCm: 4 }
  await shop.db
    .insertInto('parcels')
    .values({
      id: SAMPLE_PARCEL,
      orderId: cancellable._id,
      reference: 'a-reference',
      service: 'shiprocket',
      cashPaise: 0,
      ...size,
    })
    .execute()
  const finding = { kind: FINDING.kind, subject: FINDING.subject, amountPaise: 500, detail: '₹5.00', action: 'none' }
  const [at, findings] = [new Date(Date.now() - 1000), JSON.stringify([finding])]
  await shop.db
    .insertInto('reconciliations')
    .values({ id: 'a-comparison', status: 'done', fromAt: at, toAt: at, finishedAt: at, findings })
    .execute()
  await shop.db.insertInto('offers').values(OFFER).execute()
  await addSampleCollection(shop.db)
  await addSampleReturn(shop.db, { orderId: order._id, orderLineId: order.products[0]!._id })
  await addSampleSale(shop.db, product.id)
  await addSampleChosen(shop.db, product.id)
  await addSamplePage(shop.db)
  await shop.db.insertInto('oldAddresses').values(OLD_ADDRESS).execute()
  await addSampleStaff(shop.db)
  await addSampleWebhook(shop.db)
  await addSamplePasskey(shop.db, owner.id)
  const { defaults } = shop.shop.settings
  await changeSettings(
    shop.db,
    { actorId: owner.id, defaults },
    { values: { lowStock: 7 }, revisions: { lowStock: 0 } },
  )
  const { addresses } = await owner.api.listMyAddresses()
  const { email } = await owner.api.getMe()
  const { signIns } = await owner.api.listMySessions()
  const { id: bystanderId } = await signedIn(shop)
  return {
    owner,
    product,
    category,
    proof,
    order,
    cancellable,
    contactId,
    bystanderId,
    addressId: addresses[0]!._id,
    sessionId: signIns.find(({ isCurrent }) => !isCurrent)!._id,
    lineId: cart.cart[0]!._id,
    orderLink: (await createOrderLinks(shop.db))(order._id),
    confirmationToken: await createConfirmation(shop.db, owner.id, email),
    secrets: [email, ADDRESS.street, CONTACT.email, CONTACT.message, order._id],
  }
}

export type Furnished = Awaited<ReturnType<typeof furnish>>

/** The account that a path of the admin area is about, if it is not the owner of the sample data. */
function otherThanOwner(path: string, { bystanderId }: Furnished): string | undefined {
  if (path.startsWith('/admin/staff/')) return SAMPLE_PACKER.id
  return path.startsWith('/admin/customers/') ? bystanderId : undefined
}

/** The slug that a path is about, if it is not a category's. */
function slugFor(path: string): string | undefined {
  if (path.startsWith('/block-pages/')) return SAMPLE_PAGE.slug
  return path.startsWith('/products/collection/') ? SAMPLE_COLLECTION.slug : undefined
}

/** Every value that a path may ask for. */
function valuesFor(path: string, furnished: Furnished) {
  const { owner, product, category, proof, order, cancellable, contactId, addressId, sessionId, lineId } = furnished
  const values: Record<string, string> = {
    id: path.startsWith('/admin/contact/') ? contactId : product.id,
    productId: product.id,
    itemId: lineId,
    orderId: /^\/order\/(cancel\/|\{orderId\}\/cancel)/.test(path) ? cancellable._id : order._id,
    documentId: `${order._id}-receipt`,
    addressId,
    sessionId,
    reviewId: 'a-review',
    offerId: OFFER.id,
    saleId: SAMPLE_SALE,
    invitationId: SAMPLE_INVITATION,
    keyId: SAMPLE_KEY,
    userId: otherThanOwner(path, furnished) ?? owner.id,
    passkeyId: SAMPLE_PASSKEY,
    userid: owner.id,
    orderid: proof.razorpayOrderId,
    paymentid: proof.razorpayPaymentId,
    signature: proof.signature,
    name: path.endsWith('/picture') ? 'logo' : 'lowStock',
    page: 'privacy',
    slug: slugFor(path) ?? category.slug,
    collectionId: SAMPLE_COLLECTION.id,
    pageId: SAMPLE_PAGE.id,
    returnId: SAMPLE_RETURN,
    webhookId: SAMPLE_WEBHOOK,
    deliveryId: SAMPLE_DELIVERY,
    oldAddressId: OLD_ADDRESS.id,
    findingId: 'a-finding',
    parcelId: SAMPLE_PARCEL,
    pin: ADDRESS.pincode,
    index: '0',
    hash: '0'.repeat(32),
    section: 'b2cs',
    token: secretFor(path) ?? furnished.orderLink,
  }
  return values
}

function bodiesFor({
  contactId,
  category,
  product,
  proof,
  order,
  confirmationToken,
}: Furnished): Record<string, object> {
  return {
    ...accountBodies(confirmationToken),
    ...contactBodies(contactId),
    ...catalogueBodies(category, product.id),
    ...COLLECTION_BODIES,
    ...PAGE_BODIES,
    ...WEBHOOK_BODIES,
    ...passkeyBodies('/users'),
    ...passkeyBodies('/admin'),
    'POST /cart/code': { code: OFFER.code },
    'POST /admin/imported-pictures/retry': {},
    'POST /admin/old-addresses': { path: '/older', newPath: '/about' },
    'PUT /admin/old-addresses/{oldAddressId}': { path: '/old', newPath: '/about' },
    'POST /admin/customers/{userId}/store-credit': { amount: 100, reason: 'For the delay.' },
    'POST /admin/customers/{userId}/store-credit/take-back': { amount: 1, reason: 'A mistake.' },
    'POST /admin/offers': offerInput(),
    'POST /admin/offers/preview': offerInput(),
    'PATCH /admin/offers/{offerId}': { ...offerInput(), revision: 1 },
    'POST /admin/offers/{offerId}/switch': { isActive: false },
    ...orderBodies(order, proof),
    ...returnBodies(order.products[0]!._id),
    ...saleBodies(category.id),
    'POST /admin/keys': { name: 'A chat bot', areas: ['orders:read'] },
    'PATCH /admin/settings': { values: { returnDays: 9 }, revisions: { returnDays: 0 } },
    'POST /admin/mails/preview': { mail: 'order-received', words: { 'order-received.subject': 'We have {order}' } },
    'POST /admin/settings/preview': { text: 'About *returns*' },
    'POST /admin/settings/{name}/undo': { revision: 1 },
    'POST /admin/delivery/empty': { version: 0 },
    'POST /admin/delivery/undo': { version: 0 },
    'POST /products/reviews/{id}': { rating: 4, text: 'Fits.' },
    'PUT /admin/reviews/{reviewId}/answer': { text: 'Thank you.' },
    'POST /wishlist/join': { saved: [{ productId: product.id, price: 10 }] },
    'PATCH /cart/update/{itemId}': { quantity: 3 },
    ...stockBodies(product.sizes[0]!.id),
  }
}

/** One call for each operation that the API describes. Each would do something if it were let through. */
export async function sampleCalls(shop: TestShop, furnished: Furnished): Promise<Call[]> {
  const api: ApiDocument = await (await shop.visitor().fetch('/api/openapi.json')).json()
  const bodies = bodiesFor(furnished)
  const forms = await formsFor(furnished.category.name)
  const queries: Record<string, string> = {
    // The only answer that does not end by itself.
    '/admin/events': '?seconds=0',
    '/admin/orders/slips': `?ids=${furnished.order._id}`,
    '/admin/packing/papers': `?ids=${furnished.order._id}`,
    '/admin/orders/labels': `?ids=${furnished.order._id}`,
    '/admin/products/labels': `?ids=${furnished.product.id}`,
    '/admin/shop-at': `?at=${IN_AN_HOUR}`,
    '/admin/shop-at/{id}': `?at=${IN_AN_HOUR}`,
  }
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => {
      const name = `${method.toUpperCase()} ${path}`
      const values = valuesFor(path, furnished)
      const url = `/api${path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
        const value = values[parameter]
        if (value === undefined) throw new Error(`no sample for ${parameter} of ${name}`)
        return encodeURIComponent(value)
      })}`
      const end = queries[path] ?? ''
      const common = { name, method: method.toUpperCase(), url: `${url}${end}`, operation }
      if (operation.requestBody?.content['multipart/form-data']) {
        const form = forms[name]
        if (!form) throw new Error(`no sample form for ${name}`)
        return { ...common, headers: { 'content-type': form.type }, payload: form.bytes }
      }
      const body = bodies[name]
      if (body) {
        const payload = Buffer.from(JSON.stringify(body))
        return { ...common, headers: { 'content-type': 'application/json' }, payload }
      }
      if (operation.requestBody?.required) throw new Error(`no sample body for ${name}`)
      return { ...common, headers: {} }
    }),
  )
}

/** Sends a call as somebody with these cookies, with every header exactly as given. */
export function send(
  shop: TestShop,
  call: Call,
  cookies: ReadonlyMap<string, string>,
  headers: Record<string, string> = {},
) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return shop.app.inject({
    method: call.method as 'GET',
    url: call.url,
    headers: { ...call.headers, ...(cookie && { cookie }), ...headers },
    ...(call.payload && { payload: call.payload }),
  })
}
