import { z } from 'zod'

import { ProductDetail } from '#contract/catalogue.ts'
import { pageQuery, soughtText } from '#contract/shapes.ts'

export const Dashboard = z.object({
  prodcount: z.number().int(),
  categcount: z.number().int(),
  ordercount: z.number().int(),
  categories: z.array(z.object({ _id: z.string(), name: z.string(), slug: z.string() })),
})
export type Dashboard = z.infer<typeof Dashboard>

export const AdminProductsQuery = z.strictObject({
  ...pageQuery,
  /** Name, slug or id. */
  category: soughtText(200).optional(),
  search: soughtText(200).optional(),
})
export type AdminProductsQuery = z.input<typeof AdminProductsQuery>

/** Products by the name of their category; every category is there, an empty one too. */
export const AdminProducts = z.object({ products: z.record(z.string(), z.array(ProductDetail)) })
export type AdminProducts = z.infer<typeof AdminProducts>
