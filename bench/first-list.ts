import type { Caller } from './caller.ts'

/** What the shop's pages ask for first: the first twelve products. */
export const FIRST_LIST = '/api/products/getallproductsindb?page=1&limit=12'

/** The ids of the products in a list. */
export async function listIds(caller: Caller, path = FIRST_LIST): Promise<string[]> {
  const { products } = await caller.ask<{ products: { _id: string }[] }>('GET', path)
  return products.map(({ _id }) => _id)
}
