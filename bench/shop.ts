import { prepareShop, startService, type PreparedShop, type ShopInputs } from '#prove/prepare-shop.ts'

import type { Buyer } from './buyer.ts'

import { createCaller, type Caller } from './load.ts'

/** A prepared shop that runs, and connections to it. */
export interface BenchShop extends PreparedShop {
  origin: string
  pid: number
  /** A caller who is not signed in. */
  visitor: Caller
  administrator: Caller
  customers: Buyer[]
}

/** Prepares and starts a shop, runs `work` with it, then stops it and deletes its folder. */
export async function withShop<Result>(
  { environment, ...inputs }: ShopInputs & { environment?: Record<string, string> },
  work: (shop: BenchShop) => Promise<Result>,
): Promise<Result> {
  const prepared = await prepareShop(inputs)
  const shop = await startService({ ...prepared.settings, ...environment })
  const { origin, pid } = shop
  const visitor = createCaller(origin)
  const administrator = createCaller(origin, prepared.admin.cookie)
  const customers = prepared.buyers.map(({ id, cookie }) => ({ id, caller: createCaller(origin, cookie) }))
  try {
    return await work({ ...prepared, origin, pid, visitor, administrator, customers })
  } finally {
    for (const line of shop.complaints()) process.stderr.write(`${line}\n`)
    for (const caller of [visitor, administrator, ...customers.map((each) => each.caller)]) caller.close()
    await shop.stop()
    await prepared.remove()
  }
}

/** Sets how many pieces of a product there are. */
export const setStock = ({ administrator }: BenchShop, id: string, stock: number): Promise<unknown> =>
  administrator.ask('PATCH', `/api/products/set-stock/${id}`, { stock })

/**
 * Changes the catalogue, so that nothing is in the cache, and returns the milliseconds until the answer of an address.
 */
export async function timeAfterChange(
  { administrator, visitor, plenty }: BenchShop,
  path: string,
  headers?: Record<string, string>,
): Promise<number> {
  await administrator.ask('PATCH', `/api/products/add-stock/${plenty[0]}`, {})
  const { status, begunAt, endedAt } = await visitor.call('GET', path, undefined, headers)
  if (status !== 200) throw new Error(`GET ${path}: ${status}`)
  return endedAt - begunAt
}
