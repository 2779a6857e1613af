import { z } from 'zod'

import type { PageAnswer as Answer } from '#contract/pages-of-blocks/pages.ts'
import type { ProductIndex } from '#server/catalogue/service.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import {
  BroughtBack,
  DraftChange,
  EditedPage,
  ListedPage,
  NewPage,
  PageAnswer,
  PageListQuery,
  PageNames,
  PageParams,
  PagePublishing,
  PageRevision,
  TypedDraft,
  TypedPage,
} from '#contract/pages-of-blocks/pages.ts'
import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { OLD_ADDRESSES_TAG } from '#server/catalogue/old-addresses/service.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import { getEditedPage, listPages } from '#server/pages-of-blocks/get-edited-page.ts'
import {
  bringBack,
  createPage,
  deletePage,
  publishPage,
  renewPreview,
  restorePage,
  saveDraft,
  unpublishPage,
} from '#server/pages-of-blocks/manage-pages.ts'
import type { PageFacts } from '#server/pages-of-blocks/resolve-blocks.ts'
import { listPageNames, showTyped } from '#server/pages-of-blocks/show-pages.ts'
import { checkBlockPictures, registerBlockPictures } from '#server/pages-of-blocks/picture-routes.ts'

/** Names and list items of a page with as many blocks as it may have. */
const MAX_ENTRIES = 6000

/** What administrators do with the pages made of blocks. */
export function registerPagesOfBlocksAdmin(api: ShopServer, shop: Shop, index: ProductIndex, facts: PageFacts): void {
  const { db, settings } = shop
  const params = PageParams
  const beginnings = { index, settings }
  const acting = ({ id: actorId }: { id: string }) => ({ actorId, ...beginnings })
  const answer = async (message: string, id: string): Promise<Answer> => ({
    message,
    page: await getEditedPage(db, beginnings, id),
  })

  route(api, 'GET /admin/pages', {
    audience: 'admin',
    summary: 'Home, about and the shop’s own pages; how many own ones there are in all is in X-Total-Count',
    query: PageListQuery,
    answer: z.array(ListedPage),
    handle: async ({ query, reply }) => withTotalCount(reply, await listPages(db, beginnings, query)),
  })
  route(api, 'GET /admin/pages/names', {
    audience: 'admin',
    summary: 'The titles and addresses of all pages that visitors can read, to link to',
    answer: PageNames,
    handle: () => listPageNames({ db, ...beginnings }),
  })
  route(api, 'POST /admin/pages', {
    audience: 'admin',
    summary: 'Makes an empty page, which visitors do not see until it is published',
    body: NewPage,
    answer: PageAnswer,
    status: 201,
    errors: ['conflict'],
    handle: async ({ user, body }) => answer('Page created.', await createPage(db, user.id, body)),
  })
  route(api, 'GET /admin/pages/:pageId', {
    audience: 'admin',
    summary: 'A page with its draft and its versions',
    params,
    answer: EditedPage,
    errors: ['not_found'],
    handle: ({ params: { pageId } }) => getEditedPage(db, beginnings, pageId),
  })
  route(api, 'PUT /admin/pages/:pageId/draft', {
    audience: 'admin',
    summary: 'Saves a draft; visitors see nothing of it',
    params,
    body: DraftChange,
    maxEntries: MAX_ENTRIES,
    answer: PageAnswer,
    errors: ['not_found', 'conflict'],
    // A page's new address counts at once.
    outdates: [OLD_ADDRESSES_TAG],
    handle: async ({ user, params: { pageId }, body }) => {
      await checkBlockPictures(shop, body.blocks)
      await saveDraft(db, acting(user), pageId, body)
      return answer('Draft saved.', pageId)
    },
  })
  route(api, 'POST /admin/page-previews', {
    audience: 'admin',
    summary: 'What is typed of a page as visitors would get it; nothing of it is saved',
    body: TypedDraft,
    maxEntries: MAX_ENTRIES,
    answer: TypedPage,
    handle: ({ body }) => showTyped({ db, settings, index, facts }, body),
  })
  route(api, 'POST /admin/pages/:pageId/publish', {
    audience: 'admin',
    summary: 'Publishes the draft at once or at a time, which null takes back',
    params,
    body: PagePublishing,
    answer: PageAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { pageId }, body }) => {
      await publishPage(db, acting(user), pageId, body)
      const page = await getEditedPage(db, beginnings, pageId)
      const done = page.publishAt === undefined ? 'Page published.' : 'The draft will be published at this time.'
      return { message: body.at === null ? 'The time is taken back.' : done, page }
    },
  })
  route(api, 'POST /admin/pages/:pageId/unpublish', {
    audience: 'admin',
    summary: 'Takes a page from visitors; home and about are as they came again',
    params,
    body: PageRevision,
    answer: PageAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { pageId }, body: { revision } }) => {
      await unpublishPage(db, acting(user), pageId, revision)
      return answer('Visitors do not see your version any more.', pageId)
    },
  })
  route(api, 'POST /admin/pages/:pageId/bring-back', {
    audience: 'admin',
    summary: 'Makes an earlier version the draft; version 0 is the page as it came',
    params,
    body: BroughtBack,
    answer: PageAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { pageId }, body }) => {
      await bringBack(db, acting(user), pageId, body)
      return answer('This version is the draft now.', pageId)
    },
  })
  route(api, 'POST /admin/pages/:pageId/preview-link', {
    audience: 'admin',
    summary: 'Makes another link to the preview; the one before leads nowhere',
    params,
    body: PageRevision,
    answer: PageAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { pageId }, body: { revision } }) => {
      await renewPreview(db, acting(user), pageId, revision)
      return answer('The link is new. The one before leads nowhere now.', pageId)
    },
  })
  route(api, 'DELETE /admin/pages/:pageId', {
    audience: 'admin',
    summary: 'Deletes a page of the shop’s own; it can be restored',
    params,
    answer: messageAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { pageId } }) => {
      await deletePage(db, acting(user), pageId)
      return { message: 'Page deleted.' }
    },
  })
  route(api, 'POST /admin/pages/:pageId/restore', {
    audience: 'admin',
    summary: 'Brings a deleted page back as it was',
    params,
    answer: PageAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { pageId } }) => {
      await restorePage(db, user.id, pageId)
      return answer('Page restored.', pageId)
    },
  })
  registerBlockPictures(api, shop)
}
