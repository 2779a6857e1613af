import { z } from 'zod'

import { Category, NewCategory } from '#contract/catalogue/catalogue.ts'
import { DEFAULTED_NAMES } from '#contract/catalogue/product-fields.ts'
import { details } from '#contract/catalogue/product-input.ts'
import { soughtText } from '#contract/schemas/basic-schemas.ts'
import { eachOf } from '#contract/schemas/each-of.ts'

/** Another name for a category; its address stays, so that no link breaks. */
export const CategoryRenaming = z.strictObject({ _id: soughtText(500), name: NewCategory.shape.name })
export type CategoryRenaming = z.infer<typeof CategoryRenaming>

const DetailDefaults = z.strictObject(eachOf(DEFAULTED_NAMES, (name) => details[name].optional()))
const storedDefaults = z.object(eachOf(DEFAULTED_NAMES, () => z.string().optional()))

/** A category with the details that its products have unless they have their own. */
/**
 * `returnDays` are the days until which its products may come back; null where the shop's count, 0 where only a fault
 * brings them back.
 */
export const AdminCategory = Category.extend({ defaults: storedDefaults, returnDays: z.number().int().nullable() })
export type AdminCategory = z.infer<typeof AdminCategory>
/** Each with how many products it has, drafts among them. */
export const AdminCategories = z.object({ categories: z.array(AdminCategory.extend({ products: z.number().int() })) })
export type AdminCategories = z.infer<typeof AdminCategories>
export const AdminCategoryAnswer = z.object({ message: z.string(), category: AdminCategory })
export type AdminCategoryAnswer = z.infer<typeof AdminCategoryAnswer>

/** All defaults of a category: one that is left out is taken away. */
export const CategoryDefaults = z.strictObject({ _id: soughtText(500), defaults: DetailDefaults })
export type CategoryDefaults = z.infer<typeof CategoryDefaults>

/**
 * Days from the delivery until which products of a category may come back, where they are bought from now on. Null: as
 * the shop's setting says; 0: only for a fault.
 */
export const CategoryReturnDays = z.strictObject({
  _id: soughtText(500),
  returnDays: z
    .int({ error: 'Please enter whole days.' })
    .min(0, { error: 'At least 0.' })
    .max(90, { error: 'At most 90.' })
    .nullable(),
})
export type CategoryReturnDays = z.infer<typeof CategoryReturnDays>

/** Categories by their ids, in the order that they are to have; any that is left out comes after them. */
export const CategoryOrder = z.strictObject({ ids: z.array(soughtText(500)).min(1).max(500) })
export type CategoryOrder = z.infer<typeof CategoryOrder>
