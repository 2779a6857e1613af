import { useDelete } from '#app/admin/list/use-delete.ts'
import { pageName } from '#app/admin/pages/page-name.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import type { ListedPage } from '#contract/pages-of-blocks/pages.ts'

/** Asks, then deletes a page, which a toast brings back. `onChange` is called after either. */
export const useDeletePage = (onChange: () => void): ((page: ListedPage) => void) =>
  useDelete<ListedPage>(
    {
      noun: 'page',
      question: (page) => `Delete “${pageName(page)}”? Visitors do not see it any more; Undo brings it back.`,
      remove: browserApi.deletePage,
      restore: browserApi.restorePage,
    },
    onChange,
  )
