import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { DemoAnswer, DemoFacts } from '#contract/catalogue/demo.ts'
import { counted } from '#contract/words/counted.ts'
import { emptyDemo, listDemoProducts } from '#demo/empty-demo.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { route } from '#server/http/route.ts'

export function registerDemoAdmin(api: ShopServer, shop: Shop): void {
  route(api, 'GET /admin/demo', {
    audience: 'admin',
    summary: 'How many products of the demo the shop still has',
    answer: DemoFacts,
    handle: async () => ({ products: (await listDemoProducts(shop)).length }),
  })
  route(api, 'POST /admin/demo/empty', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Takes the demo’s products, empty categories and texts out of the shop; what the owner added stays',
    answer: DemoAnswer,
    errors: ['conflict'],
    outdates: [CATALOGUE],
    handle: async ({ user }) => {
      const { products, categories } = await emptyDemo(shop, user.id)
      await shop.settings.reload()
      const gone = `${counted(products, 'product')} and ${categories === 1 ? '1 category' : `${categories} categories`}`
      return { message: `The demo is gone: ${gone}, and its texts.`, products }
    },
  })
}
