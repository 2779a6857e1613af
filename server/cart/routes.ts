import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { AddToCartQuery, Cart, CartAnswer, IdempotencyKey, QuantityChange } from '#contract/cart/cart.ts'
import { CodeInput } from '#contract/offers/offers.ts'
import { id, noBody } from '#contract/schemas/basic-schemas.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { addToCart, changeQuantity, createCartReader, removeFromCart } from '#server/cart/service.ts'
import { callerOf } from '#server/http/overload/concurrency-limits.ts'
import { parseInput, route } from '#server/http/route.ts'
import { enterCode, removeCode } from '#server/offers/service.ts'

const CUSTOMER = { audience: 'customer', signedOut: WORDINGS.cart.pleaseLogin, isAskedSignedOut: true } as const

/** The customer's cart. */
export function registerCartRoutes(api: ShopServer, { db, config, settings }: Shop): void {
  const getCart = createCartReader(db, settings.current)
  const { cartChanges } = api.limiters
  route(api, 'GET /cart', {
    ...CUSTOMER,
    limiter: 'carts',
    summary: 'The cart, at the prices of this moment',
    answer: Cart,
    handle: ({ user }) => getCart(user.id),
  })
  route(api, 'GET /cart/add/:productId', {
    ...CUSTOMER,
    limiter: 'carts',
    changes: true,
    summary: 'Adds one piece; an Idempotency-Key makes it repeatable',
    params: z.object({ productId: id }),
    query: AddToCartQuery,
    answer: CartAnswer,
    errors: ['not_found', 'conflict', 'out_of_stock'],
    handle: async ({ user, params, query, request }) => {
      const idempotencyKey = parseInput(IdempotencyKey, request.headers['idempotency-key'])
      const added = { userId: user.id, productId: params.productId, size: query.size, idempotencyKey }
      await cartChanges.run(() => addToCart(db, added), callerOf(request))
      return { message: WORDINGS.cart.added, ...(await getCart(user.id)) }
    },
  })
  route(api, 'PATCH /cart/update/:itemId', {
    ...CUSTOMER,
    summary: 'Sets the quantity of a line',
    params: z.object({ itemId: id }),
    body: QuantityChange,
    answer: CartAnswer,
    errors: ['not_found', 'out_of_stock'],
    handle: async ({ user, params, body }) => {
      await changeQuantity(db, { userId: user.id, lineId: params.itemId, quantity: body.quantity })
      return { message: WORDINGS.cart.quantityUpdated, ...(await getCart(user.id)) }
    },
  })
  route(api, 'GET /cart/remove/:itemId', {
    ...CUSTOMER,
    limiter: 'carts',
    changes: true,
    summary: 'Removes a line; harmless when repeated',
    params: z.object({ itemId: id }),
    answer: CartAnswer,
    errors: ['not_found'],
    handle: async ({ user, params, request }) => {
      const removed = { userId: user.id, lineId: params.itemId }
      await cartChanges.run(() => removeFromCart(db, removed), callerOf(request))
      return { message: WORDINGS.cart.removed, ...(await getCart(user.id)) }
    },
  })
  route(api, 'POST /cart/code', {
    ...CUSTOMER,
    summary: 'Puts the code of an offer into the cart, in place of an earlier one',
    body: CodeInput,
    answer: CartAnswer,
    errors: ['rate_limited'],
    handle: async ({ user, body: { code }, request }) => {
      await enterCode(db, { userId: user.id, code, callerAddress: config.hasRateLimits ? request.ip : undefined })
      return { message: `Code ${code} is in your cart.`, ...(await getCart(user.id)) }
    },
  })
  route(api, 'DELETE /cart/code', {
    ...CUSTOMER,
    summary: 'Takes the code out of the cart; harmless when repeated',
    body: noBody,
    answer: CartAnswer,
    handle: async ({ user }) => {
      await removeCode(db, user.id)
      return { message: 'Code removed.', ...(await getCart(user.id)) }
    },
  })
}
