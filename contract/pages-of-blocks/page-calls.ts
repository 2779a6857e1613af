import type {
  BlockPicture,
  BroughtBack,
  DraftChange,
  EditedPage,
  ListedPage,
  NewPage,
  PageAnswer,
  PageListQuery,
  PageNames,
  PagePublishing,
  TypedDraft,
  TypedPage,
} from '#contract/pages-of-blocks/pages.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'

import { segment, withQuery, type CallOptions, type createClient, type Query } from '#contract/api/api-client.ts'

/** What administrators do with the pages made of blocks. */
export function pageCalls({ call, get, list }: ReturnType<typeof createClient>) {
  return {
    listPages: (query: PageListQuery = {}, options?: CallOptions) =>
      list<ListedPage>(withQuery('/admin/pages', query as Query), options),
    listPageNames: () => get<PageNames>('/admin/pages/names'),
    createPage: (page: NewPage) => call<PageAnswer>('POST', '/admin/pages', page),
    getEditedPage: (id: string) => get<EditedPage>(`/admin/pages/${segment(id)}`),
    savePageDraft: (id: string, draft: DraftChange) =>
      call<PageAnswer>('PUT', `/admin/pages/${segment(id)}/draft`, draft),
    previewTypedPage: (typed: TypedDraft | undefined) => call<TypedPage>('POST', '/admin/page-previews', typed),
    publishPage: (id: string, publishing: PagePublishing) =>
      call<PageAnswer>('POST', `/admin/pages/${segment(id)}/publish`, publishing),
    unpublishPage: (id: string, revision: number) =>
      call<PageAnswer>('POST', `/admin/pages/${segment(id)}/unpublish`, { revision }),
    bringBackPage: (id: string, broughtBack: BroughtBack) =>
      call<PageAnswer>('POST', `/admin/pages/${segment(id)}/bring-back`, broughtBack),
    renewPagePreview: (id: string, revision: number) =>
      call<PageAnswer>('POST', `/admin/pages/${segment(id)}/preview-link`, { revision }),
    deletePage: (id: string) => call<MessageAnswer>('DELETE', `/admin/pages/${segment(id)}`),
    restorePage: (id: string) => call<PageAnswer>('POST', `/admin/pages/${segment(id)}/restore`),
    addPagePicture: (picture: File) => {
      const form = new FormData()
      form.append('picture', picture)
      return call<BlockPicture>('POST', '/admin/page-pictures', form)
    },
  }
}
