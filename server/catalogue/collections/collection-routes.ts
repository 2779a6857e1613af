import { z } from 'zod'

import type { CollectionAnswer as Answer } from '#contract/catalogue/collections/collections.ts'
import type { ProductIndex } from '#server/catalogue/search/listing.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import {
  CollectionAnswer,
  CollectionChange,
  CollectionInput,
  CollectionListQuery,
  CollectionNames,
  CollectionPreview,
  CollectionQuestion,
  EditedCollection,
  ListedCollection,
  RuleChoices,
} from '#contract/catalogue/collections/collections.ts'
import { id, messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { pictureHashIn } from '#contract/settings/shop-pictures.ts'
import { CATALOGUE, PRICES } from '#server/cache/tags.ts'
import { OLD_ADDRESSES_TAG } from '#server/catalogue/old-addresses/service.ts'
import {
  checkCollectionPicture,
  createCollection,
  deleteCollection,
  editCollection,
  getCollection,
  listCollectionNames,
  listCollections,
  restoreCollection,
} from '#server/catalogue/collections/manage-collections.ts'
import { previewCollection } from '#server/catalogue/collections/preview-collection.ts'
import { ruleChoices } from '#server/catalogue/collections/rule-choices.ts'
import { route, withTotalCount } from '#server/http/route.ts'

/** Texts and list items of a collection with as much as it may have. */
const MAX_ENTRIES = 2000

/** What administrators do with collections. */
export function registerCollections(api: ShopServer, { db, pictures }: Shop, index: ProductIndex): void {
  const params = z.object({ collectionId: id })
  const hasPicture = (value: string) => pictures.has(pictureHashIn(value) ?? '')
  async function answer(
    message: string,
    { id: saved, note }: { id: string; note?: string | undefined },
  ): Promise<Answer> {
    const collection = await getCollection(db, index, saved)
    const { note: ofRule } = previewCollection(await index.read(), {
      ...collection,
      productIds: collection.products.map(({ _id }) => _id),
    })
    return { message, collection, note: [note, ofRule].filter(Boolean).join(' ') || undefined }
  }

  route(api, 'GET /admin/collections', {
    audience: 'admin',
    summary: 'The collections, by title; how many there are in all is in X-Total-Count',
    query: CollectionListQuery,
    answer: z.array(ListedCollection),
    handle: async ({ query, reply }) => withTotalCount(reply, await listCollections(db, index, query)),
  })
  route(api, 'GET /admin/collections/names', {
    audience: 'admin',
    summary: 'The titles of all collections, to choose from',
    answer: CollectionNames,
    handle: () => listCollectionNames(db),
  })
  route(api, 'GET /admin/collections/rule-choices', {
    audience: 'admin',
    summary: 'The fits, fabrics and tags that a rule may name',
    answer: RuleChoices,
    handle: async () => ruleChoices(await index.read()),
  })
  route(api, 'POST /admin/collections/preview', {
    audience: 'admin',
    summary: 'What a collection would have, without saving it',
    body: CollectionQuestion,
    maxEntries: MAX_ENTRIES,
    answer: CollectionPreview,
    handle: async ({ body: { products, ...terms } }) =>
      previewCollection(await index.read(), { ...terms, productIds: products }),
  })
  route(api, 'POST /admin/collections', {
    audience: 'admin',
    summary: 'Makes a collection, which shoppers see at once unless it is hidden',
    body: CollectionInput,
    maxEntries: MAX_ENTRIES,
    answer: CollectionAnswer,
    status: 201,
    errors: ['conflict'],
    outdates: [CATALOGUE],
    handle: async ({ user, body }) => {
      await checkCollectionPicture(hasPicture, body.picture)
      return answer('Collection created.', await createCollection(db, user.id, body))
    },
  })
  route(api, 'GET /admin/collections/:collectionId', {
    audience: 'admin',
    summary: 'A collection',
    params,
    answer: EditedCollection,
    errors: ['not_found'],
    handle: ({ params: { collectionId } }) => getCollection(db, index, collectionId),
  })
  route(api, 'PUT /admin/collections/:collectionId', {
    audience: 'admin',
    summary: 'Replaces what is said of a collection, and its rule or its products',
    params,
    body: CollectionChange,
    maxEntries: MAX_ENTRIES,
    answer: CollectionAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE, PRICES, OLD_ADDRESSES_TAG],
    handle: async ({ user, params: { collectionId }, body }) => {
      await checkCollectionPicture(hasPicture, body.picture)
      return answer('Collection saved.', await editCollection(db, user.id, collectionId, body))
    },
  })
  route(api, 'DELETE /admin/collections/:collectionId', {
    audience: 'admin',
    summary: 'Deletes a collection, not its products; it can be restored',
    params,
    answer: messageAnswer,
    errors: ['not_found'],
    outdates: [CATALOGUE, PRICES],
    handle: async ({ user, params: { collectionId } }) => {
      await deleteCollection(db, user.id, collectionId)
      return { message: 'Collection deleted.' }
    },
  })
  route(api, 'POST /admin/collections/:collectionId/restore', {
    audience: 'admin',
    summary: 'Brings a deleted collection back as it was',
    params,
    answer: CollectionAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE, PRICES],
    handle: async ({ user, params: { collectionId } }) => {
      await restoreCollection(db, user.id, collectionId)
      return answer('Collection restored.', { id: collectionId })
    },
  })
}
