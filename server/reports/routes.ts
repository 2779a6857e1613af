import type { Shop } from '#server/shop.ts'

import { AuditAnswer, AuditQuery, Dashboard, Figures, FiguresQuery } from '#contract/reports.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { listAudit } from '#server/reports/audit.ts'
import { countEverything } from '#server/reports/dashboard.ts'
import { getFigures } from '#server/reports/sales.ts'

/** Reports about the whole shop. */
export function registerReports(api: ShopServer, shop: Shop): void {
  const { db } = shop
  route(
    api,
    {
      method: 'GET',
      path: '/admin/dashboard',
      audience: 'admin',
      summary: 'How many products, categories and orders there are',
      answer: Dashboard,
    },
    async ({ reply }) => {
      reply.header('cache-control', 'no-store')
      return countEverything(db)
    },
  )
  route(
    api,
    {
      method: 'GET',
      path: '/admin/figures',
      audience: 'admin',
      summary: 'What was sold today, in 7 or in 30 days, against the time before; what is low, new and unread',
      query: FiguresQuery,
      answer: Figures,
      errors: ['invalid'],
    },
    ({ query }) => getFigures(db, Number(query.days ?? '7'), { hasSandbox: shop.payment.isSandbox }),
  )
  route(
    api,
    {
      method: 'GET',
      path: '/admin/audit',
      audience: 'admin',
      summary: 'Who changed what, from what to what; newest first',
      query: AuditQuery,
      answer: AuditAnswer,
      errors: ['invalid'],
    },
    ({ query }) => listAudit(db, query),
  )
}
