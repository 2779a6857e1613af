import type {
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
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'

import { segment, withQuery, type CallOptions, type createClient, type Query } from '#contract/api/api-client.ts'

/** What administrators do with collections. */
export function collectionCalls({ call, get, list }: ReturnType<typeof createClient>) {
  return {
    listCollectionsForAdmin: (query: CollectionListQuery = {}, options?: CallOptions) =>
      list<ListedCollection>(withQuery('/admin/collections', query as Query), options),
    listCollectionNames: () => get<CollectionNames>('/admin/collections/names'),
    getCollection: (id: string) => get<EditedCollection>(`/admin/collections/${segment(id)}`),
    getRuleChoices: () => get<RuleChoices>('/admin/collections/rule-choices'),
    previewCollection: (question: CollectionQuestion) =>
      call<CollectionPreview>('POST', '/admin/collections/preview', question),
    createCollection: (collection: CollectionInput) => call<CollectionAnswer>('POST', '/admin/collections', collection),
    editCollection: (id: string, change: CollectionChange) =>
      call<CollectionAnswer>('PUT', `/admin/collections/${segment(id)}`, change),
    deleteCollection: (id: string) => call<MessageAnswer>('DELETE', `/admin/collections/${segment(id)}`),
    restoreCollection: (id: string) => call<CollectionAnswer>('POST', `/admin/collections/${segment(id)}/restore`),
  }
}
