import { PREVIEWED_CARTS } from '#contract/offers/offer-limits.ts'
import { z } from 'zod'

import type { Db } from '#server/db/database.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { OfferLine } from '#server/offers/apply-offers.ts'
import type { Shop } from '#server/start/shop.ts'

import {
  Offer,
  OfferAnswer,
  OfferChange,
  OfferInput,
  OfferListQuery,
  OfferPreview,
  OfferPreviewQuestion,
  OfferSwitch,
} from '#contract/offers/offers.ts'
import { id } from '#contract/schemas/basic-schemas.ts'
import { requireRecentPassword } from '#server/http/guards.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import {
  createOffer,
  editOffer,
  getOffer,
  listOffers,
  offerWarning,
  previewOffer,
  switchOffer,
} from '#server/offers/admin/manage-offers.ts'

/** The carts that were changed last, without their customers. */
type NewestCarts = (db: Db, limit: number) => Promise<(OfferLine & { name: string })[][]>

/** What administrators do with offers. */
export function registerOffersAdmin(
  api: ShopServer,
  { db, settings }: Shop,
  { listNewestCarts }: { listNewestCarts: NewestCarts },
): void {
  const params = z.object({ offerId: id })
  route(api, 'GET /admin/offers', {
    audience: 'admin',
    summary: 'Offers, newest first; how many there are in all is in X-Total-Count',
    query: OfferListQuery,
    answer: z.array(Offer),
    handle: async ({ query, reply }) => withTotalCount(reply, await listOffers(db, query)),
  })
  route(api, 'GET /admin/offers/:offerId', {
    audience: 'admin',
    summary: 'An offer',
    params,
    answer: Offer,
    errors: ['not_found'],
    handle: ({ params: { offerId } }) => getOffer(db, offerId),
  })
  route(api, 'POST /admin/offers', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Makes an offer; it runs at once if its days allow it',
    body: OfferInput,
    answer: OfferAnswer,
    status: 201,
    errors: ['conflict'],
    handle: async ({ user, body }) => {
      const warning = await offerWarning(db, body, settings.current())
      return { message: 'Offer created.', offer: await createOffer(db, user.id, body), warning }
    },
  })
  route(api, 'PATCH /admin/offers/:offerId', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Changes an offer; payments that have begun and orders keep theirs',
    params,
    body: OfferChange,
    answer: OfferAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { offerId }, body }) => {
      const warning = await offerWarning(db, body, settings.current())
      return { message: 'Offer saved.', offer: await editOffer(db, { actorId: user.id, offerId }, body), warning }
    },
  })
  route(api, 'POST /admin/offers/:offerId/switch', {
    audience: 'admin',
    asksPassword: 'sometimes',
    summary: 'Switches an offer off, or on again',
    params,
    body: OfferSwitch,
    answer: OfferAnswer,
    errors: ['not_found'],
    handle: async ({ user, params: { offerId }, body: { isActive } }) => {
      // Whoever sees a wrong offer switches it off at once.
      if (isActive) requireRecentPassword(user)
      const offer = await switchOffer(db, { actorId: user.id, offerId, isActive })
      return { message: isActive ? 'Offer switched on.' : 'Offer switched off.', offer }
    },
  })
  route(api, 'POST /admin/offers/preview', {
    audience: 'admin',
    summary: `What an offer would do to the ${PREVIEWED_CARTS} carts that were changed last, if it ran now`,
    body: OfferPreviewQuestion,
    answer: OfferPreview,
    errors: ['not_found'],
    handle: async ({ body: { _id, ...offer } }) => ({
      ...(await previewOffer(
        db,
        { offer, offerId: _id, shipping: settings.current() },
        await listNewestCarts(db, PREVIEWED_CARTS),
      )),
      warning: await offerWarning(db, offer, settings.current()),
    }),
  })
}
