import type { Shop } from '#server/start/shop.ts'

import { AuditAnswer, AuditQuery } from '#contract/audit/audit.ts'
import { Dashboard, Figures, FiguresQuery, Waiting } from '#contract/dashboard/dashboard.ts'
import { mayDo } from '#contract/accounts/staff-areas.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { listAudit } from '#server/audit/list-audit.ts'
import { countEverything, getFigures, getToDoCounts, type CountReturns } from '#server/dashboard/service.ts'

/** What the dashboard shows, and the audit log. */
export function registerDashboard(api: ShopServer, shop: Shop, countReturns: CountReturns): void {
  const { read } = shop.database
  route(api, 'GET /admin/dashboard', {
    audience: 'admin',
    summary: 'How many products, categories and orders there are',
    answer: Dashboard,
    handle: async ({ reply }) => {
      reply.header('cache-control', 'no-store')
      return read(countEverything)
    },
  })
  route(api, 'GET /admin/waiting', {
    audience: 'admin',
    summary:
      'How many orders, refunds, messages and parcels with cash wait for a person; 0 of what the caller’s role does not have',
    answer: Waiting,
    handle: ({ user }) =>
      read((db) => {
        const { takesCash, cashMissedDays } = shop.settings.current()
        const hasSandbox = shop.payment.isSandbox
        return getToDoCounts(db, user.staffRole, { hasSandbox, takesCash, cashMissedDays, countReturns })
      }),
  })
  route(api, 'GET /admin/figures', {
    audience: 'admin',
    summary: 'What was sold today, in 7 or in 30 days, against the time before; what is low, new and unread',
    query: FiguresQuery,
    answer: Figures,
    handle: async ({ query, user }) => {
      const limits = { hasSandbox: shop.payment.isSandbox, lowStock: shop.settings.current().lowStock }
      const figures = await read((db) => getFigures(db, user.rights, Number(query.days ?? '7'), limits))
      return mayDo(user.rights, 'messages') ? figures : { ...figures, unread: { count: 0, newest: [] } }
    },
  })
  route(api, 'GET /admin/audit', {
    audience: 'admin',
    summary: 'Who changed what, from what to what; newest first',
    query: AuditQuery,
    answer: AuditAnswer,
    handle: ({ query }) => read((db) => listAudit(db, query)),
  })
}
