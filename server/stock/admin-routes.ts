import { z } from 'zod'

import type { Shop } from '#server/start/shop.ts'

import { CHANGES_WORDS, ChangesQuery, changesOf } from '#contract/programs/change-feed.ts'
import { messageAnswer, id } from '#contract/schemas/basic-schemas.ts'
import {
  BillsQuery,
  ListedBill,
  MovementsQuery,
  PlacesQuery,
  SizePlaces,
  StockCount,
  StockMovement,
  StockQuery,
  StockReport,
  StockReportQuery,
  StockRow,
  SupplierBill,
} from '#contract/stock/stock.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { readChanges } from '#server/db/change-feed/service.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import { CSV, sendFile } from '#server/http/responses/send-file.ts'
import type { ShopServer } from '#server/http/server.ts'
import { countStock } from '#server/stock/count-stock.ts'
import { getStock, listMovements, listStock, listStockById } from '#server/stock/stock-by-place.ts'
import { getStockReport, writeStockReport } from '#server/stock/stock-report.ts'
import { listBills, takeInBill } from '#server/stock/take-in-bill.ts'

/** Where every piece is: places, movements, counts of the shelf, suppliers' bills, and what came of it. */
export function registerStockAdmin(api: ShopServer, { db, database: { read } }: Shop): void {
  route(api, 'GET /admin/stock', {
    audience: 'admin',
    summary:
      'Every size with its pieces by place and what they have cost, now or at the end of a day; how many in X-Total-Count',
    query: StockQuery,
    answer: z.array(StockRow),
    handle: async ({ query, reply }) => withTotalCount(reply, await read((db) => listStock(db, query))),
  })
  route(api, 'GET /admin/changes/stock', {
    audience: 'admin',
    summary: `Sizes with their pieces by place in the order in which they changed, from a place on. ${CHANGES_WORDS}`,
    query: ChangesQuery,
    answer: changesOf(StockRow),
    errors: ['conflict'],
    handle: ({ query }) => readChanges(db, 'stock', query, listStockById),
  })
  route(api, 'GET /admin/stock/:productId', {
    audience: 'admin',
    summary: 'The pieces of each size of a product by place, now or at the end of a day in India',
    params: z.object({ productId: id }),
    query: PlacesQuery,
    answer: z.array(SizePlaces),
    errors: ['not_found'],
    handle: ({ params, query }) => getStock(db, params.productId, query.on),
  })
  route(api, 'GET /admin/stock/:productId/movements', {
    audience: 'admin',
    summary:
      'The movements of a product’s pieces, newest first: what each number of a place is made of; how many in X-Total-Count',
    params: z.object({ productId: id }),
    query: MovementsQuery,
    answer: z.array(StockMovement),
    errors: ['not_found'],
    handle: async ({ params, query, reply }) => withTotalCount(reply, await listMovements(db, params.productId, query)),
  })
  route(api, 'POST /admin/stock/count', {
    audience: 'admin',
    summary: 'Sets shelves to what was counted on them, without pieces that are held or packed for orders',
    body: StockCount,
    maxEntries: 1000,
    answer: messageAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE],
    handle: async ({ body, user }) => ({ message: await countStock(db, user.id, body) }),
  })
  route(api, 'GET /admin/stock/bills', {
    audience: 'admin',
    summary: 'The bills of suppliers, the last taken in first; how many in X-Total-Count',
    query: BillsQuery,
    answer: z.array(ListedBill),
    handle: async ({ query, reply }) => withTotalCount(reply, await listBills(db, query)),
  })
  route(api, 'POST /admin/stock/bills', {
    audience: 'admin',
    summary: 'Takes in what a supplier’s bill brings: the pieces come to the shelf, and the average cost moves',
    body: SupplierBill,
    maxEntries: 2000,
    answer: messageAnswer,
    status: 201,
    errors: ['conflict'],
    outdates: [CATALOGUE],
    handle: async ({ body, user }) => ({ message: await takeInBill(db, user.id, body) }),
  })
  route(api, 'GET /admin/stock/report', {
    audience: 'admin',
    summary:
      'What was taken in, sold and written off on some days, with cost and margin, by product, size, category, month or order',
    query: StockReportQuery,
    answer: StockReport,
    handle: ({ query }) => read((db) => getStockReport(db, query)),
  })
  route(api, 'GET /admin/stock/report/export', {
    audience: 'admin',
    summary: 'The whole report as CSV',
    query: StockReportQuery,
    answer: z.string(),
    answerType: 'text/csv',
    makesFile: true,
    handle: async ({ query, reply }) =>
      sendFile(reply, {
        type: CSV,
        fileName: `stock-by-${query.by}.csv`,
        content: await read((db) => writeStockReport(db, query)),
      }),
  })
}
