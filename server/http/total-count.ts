import type { FastifyReply } from 'fastify'

import type { ListPage } from '#server/pagination.ts'

/** The items of one page as the answer. The number of items on all pages goes into X-Total-Count. */
export function withTotalCount<Item>(reply: FastifyReply, { items, total }: ListPage<Item>): Item[] {
  reply.header('x-total-count', String(total))
  return items
}
