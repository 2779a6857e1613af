import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

interface Counted {
  state: string
  count: number
}

interface Queue {
  queue: string
  waiting: number
  /** How long the first of those that are due has waited. */
  oldestSeconds: number
}

/** What waits in the database, and how much of everything there is. */
export interface ShopState {
  orders: Counted[]
  payments: Counted[]
  refunds: Counted[]
  disputesWaiting: number
  holdsOpen: number
  /** Holds that should have been given back. */
  holdsOverdue: number
  webhooks: Counted[]
  queues: Queue[]
}

const countStates = (table: 'orders' | 'payments' | 'refunds') => sql`(
  select coalesce(json_agg(counted), '[]')
  from (select status as state, count(*)::int as count from ${sql.table(table)} group by status) counted
)`

/** Everything in one statement; orders and payments are counted by index. */
export async function readShopState(db: Db): Promise<ShopState> {
  const { rows } = await sql<ShopState>`
    with waiting as (
      select 'mails' as queue, due_at from mails where due_at is not null
      union all
      select 'refunds', next_attempt_at from refunds where next_attempt_at is not null
      union all
      select 'payment checks', next_check_at from checkouts where next_check_at is not null
      union all
      select 'provider events', next_attempt_at from webhook_events where processed_at is null
      union all
      select 'courier events', next_attempt_at from courier_events where processed_at is null
      union all
      select 'parcels', next_attempt_at from parcels where next_attempt_at is not null
      union all
      select 'webhooks', due_at from webhook_deliveries join webhooks on webhooks.id = webhook_id
      where state = 'waiting' and failures = 0 and paused_at is null
    )
    select
      ${countStates('orders')} as orders, ${countStates('payments')} as payments, ${countStates('refunds')} as refunds,
      (
        select coalesce(json_agg(counted), '[]') from (
          select case when paused_at is not null then 'paused' when failures > 0 then 'failing' else 'well' end as state,
            count(*)::int as count
          from webhooks group by 1
        ) counted
      ) as webhooks,
      (select count(*)::int from disputes where status = 'action required') as disputes_waiting,
      (select count(*)::int from checkouts where status = 'open') as holds_open,
      (select count(*)::int from checkouts where status = 'open' and hold_expires_at < now() - interval '1 minute') as holds_overdue,
      (
        select json_agg(json_build_object('queue', queue, 'waiting', waiting, 'oldestSeconds', oldest_seconds)) from (
          select names.queue, count(due_at)::int as waiting,
            greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float8 as oldest_seconds
          from (values ('mails'), ('refunds'), ('payment checks'), ('provider events'), ('courier events'), ('parcels'), ('webhooks')) as names (queue)
          left join waiting on waiting.queue = names.queue
          group by names.queue
        ) queued
      ) as queues`.execute(db)
  const [state] = rows
  if (!state) throw new Error('a query of counts returned no row')
  return state
}
