import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

/** Where each kind of acknowledged write is looked for: returns those of the acknowledged ids that are there. */
const FOUND = {
  checkout: (ids: string[]) => sql<{ id: string }>`
    select provider_order_id as id from checkouts where provider_order_id = any(${ids}::text[])`,
  'order of a payment': (ids: string[]) => sql<{ id: string }>`
    select provider_order_id as id from orders where provider_order_id = any(${ids}::text[])`,
  order: (ids: string[]) => sql<{ id: string }>`select id from orders where id = any(${ids}::text[])`,
  'step of an order': (ids: string[]) => sql<{ id: string }>`
    select order_id || ' ' || status as id from order_steps where order_id || ' ' || status = any(${ids}::text[])
    union
    select subject_id || ' shipped' from audit_log
    where subject_type = 'order' and action = 'order.shipping taken back' and subject_id || ' shipped' = any(${ids}::text[])`,
  'move of an order for cash': (ids: string[]) => sql<{ id: string }>`
    select subject_id || ' ' || action as id from audit_log
    where subject_type = 'order' and subject_id || ' ' || action = any(${ids}::text[])`,
  'cancelled pieces': (ids: string[]) => sql<{ id: string }>`
    select order_id as id from cancellations where order_id = any(${ids}::text[])
    union
    select id from orders where status = 'cancelled' and id = any(${ids}::text[])`,
  'packed piece': (ids: string[]) => sql<{ id: string }>`
    select key as id from packed_items where key = any(${ids}::text[])`,
  'step of a return': (ids: string[]) => sql<{ id: string }>`
    select return_id || ' ' || status as id from return_steps where return_id || ' ' || status = any(${ids}::text[])`,
  exchange: (ids: string[]) => sql<{ id: string }>`
    select exchange_of as id from orders where exchange_of = any(${ids}::text[])`,
  'addition to a cart': (ids: string[]) => sql<{ id: string }>`
    select key as id from idempotency_keys where key = any(${ids}::text[])`,
  event: (ids: string[]) => sql<{ id: string }>`select id from webhook_events where id = any(${ids}::text[])`,
  'payment at the provider': (ids: string[]) => sql<{ id: string }>`
    select id from sandbox_payments where id = any(${ids}::text[])`,
  message: (ids: string[]) =>
    sql<{ id: string }>`select subject as id from contacts where subject = any(${ids}::text[])`,
}
type Kind = keyof typeof FOUND

/**
 * A value that only one actor writes. It must be the last acknowledged one, or a later one whose call got no answer.
 */
const READ = {
  address: (id: string) => sql<{ value: string }>`select address ->> 'street' as value from orders where id = ${id}`,
  price: (id: string) => sql<{ value: string }>`select price_paise::text as value from products where id = ${id}`,
}
type Register = keyof typeof READ

interface Written {
  register: Register
  id: string
  /** Undefined until the first acknowledgement. */
  acknowledged?: string
  /** Written, and the answer does not say whether it was stored. */
  uncertain: Set<string>
}

/** Remembers every write that the shop answered with success, and finds those that are gone. */
export interface AcknowledgedWrites {
  add(kind: Kind, id: string): void
  /** Call it before a register is written, and its result with the status of the answer, 0 if there was none. */
  write(register: Register, id: string, value: string): (status: number) => void
  count(): number
  /** Descriptions of acknowledged writes that are gone. */
  listLost(db: Db): Promise<string[]>
}

export function createAcknowledgedWrites(): AcknowledgedWrites {
  const added = new Map<Kind, Set<string>>()
  const registers = new Map<string, Written>()
  let acknowledgements = 0

  async function listMissing(db: Db, kind: Kind): Promise<string[]> {
    const ids = [...(added.get(kind) ?? [])]
    const { rows } = await FOUND[kind](ids).execute(db)
    const found = new Set(rows.map(({ id }) => id))
    return ids.filter((id) => !found.has(id)).map((id) => `${kind} ${id}`)
  }

  async function findFault(db: Db, { register, id, acknowledged, uncertain }: Written): Promise<string | undefined> {
    if (acknowledged === undefined) return undefined
    const { rows } = await READ[register](id).execute(db)
    const value = rows[0]?.value
    if (value !== undefined && (value === acknowledged || uncertain.has(value))) return undefined
    return `${register} of ${id}: acknowledged ${acknowledged}, found ${value ?? 'nothing'}`
  }

  return {
    add(kind, id) {
      acknowledgements += 1
      added.set(kind, (added.get(kind) ?? new Set()).add(id))
    },
    write(register, id, value) {
      const key = `${register} ${id}`
      const written = registers.get(key) ?? { register, id, uncertain: new Set() }
      registers.set(key, written)
      written.uncertain.add(value)
      return (status) => {
        if (status === 0 || status >= 500) return
        written.uncertain.delete(value)
        if (status >= 300) return
        acknowledgements += 1
        written.acknowledged = value
      }
    },
    count: () => acknowledgements,
    async listLost(db) {
      const missing: string[] = []
      for (const kind of added.keys()) missing.push(...(await listMissing(db, kind)))
      for (const written of registers.values()) {
        const fault = await findFault(db, written)
        if (fault !== undefined) missing.push(fault)
      }
      return missing
    },
  }
}
