import { useDelete } from '#app/admin/list/use-delete.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import type { ListedCollection } from '#contract/catalogue/collections/collections.ts'

/** Asks, then deletes a collection, which a toast brings back. `onChange` is called after either. */
export const useDeleteCollection = (onChange: () => void): ((collection: ListedCollection) => void) =>
  useDelete<ListedCollection>(
    {
      noun: 'collection',
      question: ({ title }) => `Delete “${title}”? Its products stay; Undo brings it back.`,
      remove: browserApi.deleteCollection,
      restore: browserApi.restoreCollection,
    },
    onChange,
  )
