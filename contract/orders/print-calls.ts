import type { GarmentLabelsQuery } from '#contract/catalogue/labels/garment-labels.ts'

import { segment, withQuery, type createClient, type Query } from '#contract/api/api-client.ts'

/** Calls of the admin area that answer with a PDF to print. */
export function printCalls({ send }: ReturnType<typeof createClient>) {
  const print = async (path: string, query: Query) => (await send('GET', withQuery(path, query))).blob()
  return {
    getPackingSlips: (ids: readonly string[]) => print('/admin/orders/slips', { ids: ids.join(',') }),
    getParcelLabels: (ids: readonly string[]) => print('/admin/orders/labels', { ids: ids.join(',') }),
    getParcelPapers: (orderId: string) => print(`/admin/packing/${segment(orderId)}/papers`, {}),
    getPapersOfParcels: (ids: readonly string[]) => print('/admin/packing/papers', { ids: ids.join(',') }),
    getGarmentLabels: (query: GarmentLabelsQuery) => print('/admin/products/labels', query as Query),
  }
}
