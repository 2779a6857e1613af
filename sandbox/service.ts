import type { Clock } from '#sandbox/publish-event.ts'
import type { SandboxDb, SandboxDelivery, SandboxOrder, SandboxPayment, SandboxRefund } from '#sandbox/sandbox-db.ts'
import type { Notes } from '#sandbox/tables.ts'

import { listDeliveries } from '#sandbox/event-queries.ts'
import { newSandboxId } from '#sandbox/ids.ts'
import * as queries from '#sandbox/queries.ts'
import { receiptTaken, unknownId } from '#sandbox/provider-error.ts'

export interface NewOrder {
  amountPaise: number
  receipt: string | null
  notes: Notes
  isAutoCaptured: boolean
}

/** Opens an order. Throws for a receipt that is taken. */
export async function openOrder(db: SandboxDb, order: NewOrder, { now }: Clock): Promise<SandboxOrder> {
  const opened = await queries.insertOrder(db, {
    ...order,
    id: newSandboxId('order'),
    notes: JSON.stringify(order.notes),
    createdAt: now,
  })
  if (!opened) throw receiptTaken()
  return opened
}

export async function getOrder(db: SandboxDb, id: string): Promise<SandboxOrder> {
  const order = await queries.findOrder(db, id)
  if (!order) throw unknownId()
  return order
}

export async function getPayment(db: SandboxDb, id: string): Promise<SandboxPayment> {
  const payment = await queries.findPayment(db, id)
  if (!payment) throw unknownId()
  return payment
}

export async function getRefund(db: SandboxDb, id: string): Promise<SandboxRefund> {
  const refund = await queries.findRefund(db, id)
  if (!refund) throw unknownId()
  return refund
}

/** The payments of an order that exists, newest first. */
export async function listOrderPayments(db: SandboxDb, orderId: string): Promise<SandboxPayment[]> {
  await getOrder(db, orderId)
  return queries.listOrderPayments(db, orderId)
}

/** The refunds of a payment that exists, newest first. */
export async function listPaymentRefunds(
  db: SandboxDb,
  paymentId: string,
  page: queries.Page,
): Promise<SandboxRefund[]> {
  await getPayment(db, paymentId)
  return queries.listRefunds(db, { ...page, paymentId })
}

/** Orders, newest first; with a receipt at most one. */
export const listOrders = queries.listOrders

/** Payments made between two moments, both included, newest first. */
export const listPayments = queries.listPayments

/** Refunds made between two moments, both included, newest first. */
export const listRefunds = queries.listRefunds

interface ProviderRecords {
  orders: SandboxOrder[]
  payments: SandboxPayment[]
  refunds: SandboxRefund[]
  deliveries: SandboxDelivery[]
}

/** All records of the provider, newest first. Tests compare them with those of the shop. */
export async function listSandboxRecords(db: SandboxDb, page: queries.Page): Promise<ProviderRecords> {
  const orders = await queries.listOrders(db, page)
  const payments = await queries.listPayments(db, page)
  const refunds = await queries.listRefunds(db, page)
  const deliveries = await listDeliveries(db, page)
  return { orders, payments, refunds, deliveries }
}
