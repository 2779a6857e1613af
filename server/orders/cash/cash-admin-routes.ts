import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { mayDo } from '#contract/accounts/staff-areas.ts'
import { paiseFromRupees } from '#contract/units/money.ts'
import { CashChange, CashRemittance, type CashStep } from '#contract/orders/cash-orders.ts'
import { CashDaysAnswer, CashDaysQuery, CashParcelsAnswer, CashParcelsQuery } from '#contract/orders/cash-parcels.ts'
import {
  CashFinding,
  CashFindingChange,
  CashFindingQuery,
  RemittanceAnswer,
  RemittanceForm,
  RemittanceInput,
  RemittanceNoted,
} from '#contract/orders/remittances.ts'
import { StaffOrderAnswer } from '#contract/orders/orders.ts'
import { id, messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { notYourPart } from '#server/errors.ts'
import { CSV_FORMS_PER_MINUTE, readCsvForm } from '#server/http/csv/csv-form.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import { withForms } from '#server/http/uploaded-form.ts'
import { dealWithCashFinding, getCashFindings } from '#server/orders/cash/cash-findings.ts'
import { getCashDays, getCashParcels } from '#server/orders/cash/cash-parcels.ts'
import { takeCashStep } from '#server/orders/cash/take-cash-step.ts'
import { remitCash } from '#server/orders/cash/remit-cash.ts'
import { orderFor } from '#server/orders/order-without-money.ts'
import { getOrder } from '#server/orders/get-order.ts'
import { checkRemittance, importRemittance, remitByNumber } from '#server/orders/cash/import-remittance.ts'

/** What is said of each step of an order for cash. */
const CASH_STEP_NEWS: Record<CashStep, string> = {
  confirmed: 'confirmed',
  collected: 'cash collected',
  refused: 'parcel refused',
  forgiven: 'the customer may order for cash again',
}

/** Steps of orders for cash, and what couriers collect at the door and pay out, as administrators see it. */
export function registerCashAdmin(api: ShopServer, shop: Shop): void {
  const { db } = shop
  route(api, 'GET /admin/cash', {
    audience: 'admin',
    summary: 'What couriers owe, by courier and by the day on which the parcels left, the newest day first',
    query: CashDaysQuery,
    answer: CashDaysAnswer,
    handle: ({ query }) => getCashDays(shop, query),
  })
  route(api, 'GET /admin/cash/parcels', {
    audience: 'admin',
    summary: 'Parcels with cash to collect, the last to leave first',
    query: CashParcelsQuery,
    answer: CashParcelsAnswer,
    handle: ({ query }) => getCashParcels(shop, query),
  })
  route(api, 'PATCH /admin/orders/:orderId/cash', {
    audience: 'admin',
    summary:
      'Takes a step of an order for cash: confirmed, collected at the door, refused there, or the refusal forgiven',
    params: z.object({ orderId: id }),
    body: CashChange,
    answer: StaffOrderAnswer,
    errors: ['not_found', 'conflict'],
    outdates: ({ body }) => (body.to === 'refused' ? [CATALOGUE] : []),
    handle: async ({ user, params: { orderId }, body }) => {
      if (body.to === 'forgiven' && !mayDo(user.rights, 'cancelling', 'write')) throw notYourPart()
      await takeCashStep(shop, { orderId, step: body.to, actorId: user.id })
      const message = `Order #${shortIdOf(orderId)}: ${CASH_STEP_NEWS[body.to]}.`
      return { message, order: orderFor(user.rights, await getOrder(db, orderId)) }
    },
  })
  route(api, 'POST /admin/orders/:orderId/remittance', {
    audience: 'admin',
    summary: 'Notes what a courier has paid out for a parcel; refuses what is not exactly what they collected',
    params: z.object({ orderId: id }),
    body: CashRemittance,
    answer: StaffOrderAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { orderId }, body }) => {
      await remitCash(db, { orderId, amountPaise: paiseFromRupees(body.amount), actorId: user.id })
      const message = `Order #${shortIdOf(orderId)}: cash remitted.`
      return { message, order: orderFor(user.rights, await getOrder(db, orderId)) }
    },
  })
  route(api, 'POST /admin/cash/remittance', {
    audience: 'admin',
    summary:
      'Notes what a courier has paid out for the parcel with a tracking number; refuses what is not exactly what they collected',
    body: RemittanceInput,
    answer: RemittanceNoted,
    errors: ['conflict'],
    handle: ({ user, body }) => remitByNumber(shop, user.id, body),
  })
  withForms(api, (scope) =>
    route(scope, 'POST /admin/cash/remittance/import', {
      audience: 'admin',
      callsPerMinute: CSV_FORMS_PER_MINUTE,
      summary:
        'Reports which parcels a courier’s sheet pays for, and what differs; with the token of that answer, notes it',
      form: { fields: RemittanceForm, files: 'sheet' },
      answer: RemittanceAnswer,
      errors: ['conflict'],
      handle: async ({ request, user }) => {
        const { fields, file } = await readCsvForm(request, RemittanceForm)
        const { token, columns } = fields
        if (token === undefined) return checkRemittance(shop, file, columns)
        return importRemittance(shop, { actorId: user.id, token }, file, columns)
      },
    }),
  )
  route(api, 'GET /admin/cash/findings', {
    audience: 'admin',
    summary: 'Lines of couriers’ sheets that match no parcel to the paisa, newest first; how many in X-Total-Count',
    query: CashFindingQuery,
    answer: z.array(CashFinding),
    handle: async ({ query, reply }) => withTotalCount(reply, await getCashFindings(db, query)),
  })
  route(api, 'PATCH /admin/cash/findings/:findingId', {
    audience: 'admin',
    summary: 'Notes that such a line was dealt with, or takes that back; may be repeated',
    params: z.object({ findingId: id }),
    body: CashFindingChange,
    answer: messageAnswer,
    errors: ['not_found'],
    handle: async ({ user, params: { findingId }, body: { isDealt } }) => {
      await dealWithCashFinding(db, { id: findingId, isDealt, actorId: user.id })
      return { message: isDealt ? 'Dealt with.' : 'Open again.' }
    },
  })
}
