import { newSandboxId, page, type Notes, type Page, type SandboxDb, type SandboxOrder } from '#sandbox/database.ts'
import { receiptTaken, unknownId } from '#sandbox/provider-error.ts'

interface NewOrder {
  amountPaise: number
  receipt: string | null
  notes: Notes
  isAutoCaptured: boolean
}

/** Opens an order. Throws for a receipt that is taken. */
export function openOrder(db: SandboxDb, order: NewOrder): Promise<SandboxOrder> {
  return db
    .insertInto('sandboxOrders')
    .values({ ...order, id: newSandboxId('order'), notes: JSON.stringify(order.notes), createdAt: new Date() })
    .onConflict((conflict) => conflict.column('receipt').doNothing())
    .returningAll()
    .executeTakeFirstOrThrow(receiptTaken)
}

/** Throws for an id that is unknown. */
export function getOrder(db: SandboxDb, id: string): Promise<SandboxOrder> {
  return db.selectFrom('sandboxOrders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(unknownId)
}

/** Orders, newest first; with a receipt at most one. */
export function listOrders(db: SandboxDb, { receipt, ...window }: Page & { receipt?: string | undefined }) {
  return db
    .selectFrom('sandboxOrders')
    .selectAll()
    .$if(receipt !== undefined, (query) => query.where('receipt', '=', receipt ?? ''))
    .$call(page(window))
    .execute()
}

/** Adds captured money; the order is paid once it has all of its amount. */
export function creditOrder(db: SandboxDb, orderId: string, amountPaise: number): Promise<SandboxOrder> {
  return db
    .updateTable('sandboxOrders')
    .set((row) => ({
      amountPaidPaise: row('amountPaidPaise', '+', amountPaise),
      status: row
        .case()
        .when(row('amountPaidPaise', '+', amountPaise), '>=', row.ref('amountPaise'))
        .then('paid' as const)
        .else(row.ref('status'))
        .end(),
    }))
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
