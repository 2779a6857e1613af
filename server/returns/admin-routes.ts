import { z } from 'zod'

import type { ReturnStatus } from '#contract/states/return-states.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Identity } from '#server/http/caller.ts'
import type { Shop } from '#server/start/shop.ts'

import { ReturnedSize, ReturnedSizesQuery } from '#contract/returns/returned-sizes.ts'
import { CHANGES_WORDS, ChangesQuery, changesOf } from '#contract/programs/change-feed.ts'
import { mayDo } from '#contract/accounts/staff-areas.ts'
import { isMoneyWait, RETURN_FACTS } from '#contract/states/return-states.ts'
import {
  ReturnChange,
  ReturnDetail,
  ReturnListQuery,
  StaffReturn,
  StaffReturnAnswer,
  StaffReturnRequest,
} from '#contract/returns/returns.ts'
import { id, noBody } from '#contract/schemas/basic-schemas.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { readChanges } from '#server/db/change-feed/service.ts'
import { mapPage } from '#server/db/pagination.ts'
import { documentSeller } from '#server/documents/service.ts'
import { notYourPart } from '#server/errors.ts'
import { requireRecentPassword } from '#server/http/guards.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import { askForReturn } from '#server/returns/ask-for-return.ts'
import { bookPickUp } from '#server/returns/book-pick-up.ts'
import { changeRefundTo } from '#server/returns/change-refund-to.ts'
import { changeExchange } from '#server/returns/exchange.ts'
import {
  getReturnDetail,
  listAllReturns,
  listReturnsWithIds,
  listSizesThatCameBack,
} from '#server/returns/list-returns.ts'
import { moveReturn, noteDelivery } from '#server/returns/move-return.ts'
import { registerReturnPicturesAdmin } from '#server/returns/picture-routes.ts'
import { staffReturnFor, wayOf } from '#server/returns/return-from-row.ts'
import { settleReturn } from '#server/returns/settle-return.ts'

const PICK_UPS_PER_MINUTE = 30

/** Whether a return is taken back at all, or given up, is not for who only receives and inspects it. */
const DECIDED: readonly ReturnStatus[] = ['approved', 'refused', 'withdrawn', 'lost']

/** What brings pieces to the shelf, or may give another size free. */
const MOVES_STOCK: readonly ReturnStatus[] = ['inspected', 'refused', 'withdrawn']

const SETTLED = {
  source: 'The money goes back.',
  'by hand': 'Payment noted.',
  'store credit': 'The customer has the store credit.',
}

const EXCHANGED = {
  send: 'The other size is an order of its own now.',
  end: 'The other size is free again, and the money is due.',
  again: 'The pieces are an order of their own now, to be shipped again.',
}

/** Throws `forbidden` for a list that only the money of its returns tells, to who does not see it. */
function requireList({ rights }: Identity, { waits }: z.output<typeof ReturnListQuery>): void {
  if (waits !== undefined && isMoneyWait(waits) && !mayDo(rights, 'payers')) throw notYourPart()
}

function requireStep({ rights }: Identity, to: ReturnStatus): void {
  if (DECIDED.includes(to) && !mayDo(rights, 'returnDecisions', 'write')) throw notYourPart()
}

function requireRefunding(user: Identity): void {
  if (!mayDo(user.rights, 'cancelling', 'write')) throw notYourPart()
  requireRecentPassword(user)
}

/** The administrators' calls about what comes back. */
export function registerReturnsAdmin(api: ShopServer, shop: Shop): void {
  const { db } = shop
  route(api, 'GET /admin/returns', {
    audience: 'admin',
    summary:
      'Returns, the newest first, of a status, of what they wait for, or of a search; how many in X-Total-Count. Who only packs gets them without money',
    query: ReturnListQuery,
    answer: z.array(StaffReturn),
    handle: async ({ query, user, reply }) => {
      requireList(user, query)
      const page = await listAllReturns(db, query)
      return withTotalCount(
        reply,
        mapPage(page, (row) => staffReturnFor(user.rights, row)),
      )
    },
  })
  route(api, 'GET /admin/changes/returns', {
    audience: 'admin',
    summary: `Returns in the order in which they changed, from a place on. ${CHANGES_WORDS} Who only packs gets them without money`,
    query: ChangesQuery,
    answer: changesOf(StaffReturn),
    errors: ['conflict'],
    handle: ({ query, user }) =>
      readChanges(db, 'return', query, (db, ids) => listReturnsWithIds(db, ids, user.rights)),
  })
  route(api, 'GET /admin/returns/reasons', {
    audience: 'admin',
    summary: 'What has come back by product and size, with why, the most pieces first; how many sizes in X-Total-Count',
    query: ReturnedSizesQuery,
    answer: z.array(ReturnedSize),
    handle: async ({ query, reply }) => withTotalCount(reply, await listSizesThatCameBack(shop, query)),
  })
  route(api, 'GET /admin/returns/:returnId', {
    audience: 'admin',
    summary: 'A return with who took which step, and, for who may refund, where its money goes',
    params: z.object({ returnId: id }),
    answer: ReturnDetail,
    errors: ['not_found'],
    handle: ({ params, user }) => getReturnDetail(db, params.returnId, user.rights),
  })
  route(api, 'PATCH /admin/returns/:returnId', {
    audience: 'admin',
    asksPassword: 'sometimes',
    summary:
      'Takes a step of a return, with how its pieces were found, says what becomes of its exchange, where its money goes, or gives it back, or that a parcel that was given up was delivered after all; neither waits for the other',
    params: z.object({ returnId: id }),
    body: ReturnChange,
    maxEntries: 5000,
    answer: StaffReturnAnswer,
    errors: ['not_found', 'conflict'],
    outdates: ({ body: { to, exchange } }) =>
      (to !== undefined && MOVES_STOCK.includes(to)) || exchange === 'end' || exchange === 'again' ? [CATALOGUE] : [],
    handle: async ({ user, params: { returnId }, body }) => {
      const { to, refund, refundTo, exchange, delivered, pieces, reason } = body
      if (to !== undefined) {
        requireStep(user, to)
        const row = await moveReturn(shop, { returnId, to, actorId: user.id, pieces, reason })
        const message = `Return ${RETURN_FACTS[to].label.toLowerCase()}.`
        return { message, return: staffReturnFor(user.rights, row) }
      }
      if (exchange !== undefined) {
        if (!mayDo(user.rights, 'returnDecisions', 'write')) throw notYourPart()
        const row = await changeExchange(db, documentSeller(shop), { returnId, actorId: user.id, exchange })
        return { message: EXCHANGED[exchange], return: staffReturnFor(user.rights, row) }
      }
      if (delivered) {
        if (!mayDo(user.rights, 'returnDecisions', 'write')) throw notYourPart()
        const row = await noteDelivery(db, { returnId, actorId: user.id })
        return { message: 'The customer has the parcel. Its money stays.', return: staffReturnFor(user.rights, row) }
      }
      requireRefunding(user)
      if (refund === undefined && refundTo !== undefined) {
        const row = await changeRefundTo(db, { returnId, refundTo })
        return { message: 'The shop knows where the money goes.', return: staffReturnFor(user.rights, row) }
      }
      const row = await settleReturn(db, { returnId, actorId: user.id, refund: refund ?? true, refundTo })
      return { message: SETTLED[wayOf(row)], return: staffReturnFor(user.rights, row) }
    },
  })
  route(api, 'POST /admin/returns/:returnId/pick-up', {
    audience: 'admin',
    // It takes long: a courier service is asked.
    limiter: 'none',
    callsPerMinute: PICK_UPS_PER_MINUTE,
    summary: 'Has a courier fetch an approved return at its customer’s door; may be repeated, and is booked once',
    params: z.object({ returnId: id }),
    body: noBody,
    answer: StaffReturnAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { returnId } }) => {
      const { message, row } = await bookPickUp(shop, { returnId, actorId: user.id })
      return { message, return: staffReturnFor(user.rights, row) }
    },
  })
  route(api, 'POST /admin/orders/:orderId/returns', {
    audience: 'admin',
    summary: 'Takes back pieces of a delivered order, at any time and of any category; it is approved with it',
    params: z.object({ orderId: id }),
    body: StaffReturnRequest,
    maxEntries: 400,
    answer: StaffReturn,
    status: 201,
    outdates: ({ body }) => (body.lines.some(({ exchangeSize }) => exchangeSize !== undefined) ? [CATALOGUE] : []),
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { orderId }, body }) =>
      staffReturnFor(user.rights, await askForReturn(shop, { orderId, actorId: user.id, request: body })),
  })
  registerReturnPicturesAdmin(api, shop)
}
