import { z } from 'zod'

import type { Shop } from '#server/start/shop.ts'

import { EditableAnswer, ProductAnswer } from '#contract/catalogue/admin-catalogue.ts'
import { IdempotencyKey } from '#contract/cart/cart.ts'
import { NewProduct, ProductChangeForm } from '#contract/catalogue/product-input.ts'
import { id } from '#contract/schemas/basic-schemas.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import { createProduct } from '#server/catalogue/admin/create-product.ts'
import { editProduct } from '#server/catalogue/admin/edit-product.ts'
import { productWarnings } from '#server/catalogue/admin/product-warnings.ts'
import { PICTURE_FILES, readForm, withForms } from '#server/http/uploaded-form.ts'
import { parseInput, route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { CATALOGUE } from '#server/cache/tags.ts'

/** Creates and edits a product by a form with pictures. */
export function registerProductForms(api: ShopServer, shop: Shop): void {
  withForms(api, (scope) => {
    route(scope, 'POST /products/createproducts', {
      audience: 'admin',
      summary:
        'Puts a product on sale, with one to five pictures, or saves it as a draft; an Idempotency-Key keeps it from being created twice',
      form: { fields: NewProduct, files: 'images' },
      answer: ProductAnswer,
      status: 201,
      errors: ['conflict'],
      outdates: [CATALOGUE],
      handle: async ({ request, user }) => {
        const { fields, uploads, failure } = await readForm(request, PICTURE_FILES)
        const idempotencyKey = parseInput(IdempotencyKey, request.headers['idempotency-key'])
        const input = parseInput(NewProduct, Object.fromEntries(fields))
        if (failure) throw failure
        const created = await createProduct(shop, { actorId: user.id, input, uploads, idempotencyKey })
        const warning = productWarnings(shop.settings.current())(created.product)
        return { message: ADMIN_WORDINGS.productCreated, ...created, warning }
      },
    })
    route(scope, 'PATCH /admin/products/:id', {
      audience: 'admin',
      summary: 'Changes any field of a product; of two who change the same revision the later one is told',
      params: z.object({ id }),
      form: { fields: ProductChangeForm, files: 'images' },
      answer: EditableAnswer,
      errors: ['not_found', 'conflict'],
      outdates: [CATALOGUE],
      handle: async ({ params, request, user }) => {
        const { fields, uploads, failure } = await readForm(request, PICTURE_FILES)
        const { change } = parseInput(ProductChangeForm, Object.fromEntries(fields))
        if (failure) throw failure
        const product = await editProduct(shop, { actorId: user.id, productId: params.id }, change, uploads)
        const warning = productWarnings(shop.settings.current())(product)
        return { message: 'Product updated successfully!', product, warning }
      },
    })
  })
}
