import type { Db } from '#server/db/database.ts'

/** A published page made of blocks, for calls that need one. */
export const SAMPLE_PAGE = {
  id: 'a-page',
  slug: 'a-sample-page',
  title: 'A sample page',
  previewToken: 'sample-preview',
}

const CONTENT = { title: SAMPLE_PAGE.title, description: '', place: 'neither', blocks: '[]', revision: 1 } as const

export async function addSamplePage(db: Db): Promise<void> {
  await db
    .insertInto('pages')
    .values({ ...SAMPLE_PAGE, ...CONTENT, publishedVersion: 1 })
    .execute()
  await db
    .insertInto('pageVersions')
    .values({ ...CONTENT, pageId: SAMPLE_PAGE.id, version: 1 })
    .execute()
}

/** The bodies of the calls about it, with the revisions that it has when they are made in their order. */
export const PAGE_BODIES = {
  'POST /admin/pages': { title: 'Another page' },
  'PUT /admin/pages/{pageId}/draft': {
    title: 'Its new title',
    description: '',
    place: 'menu',
    blocks: [],
    revision: 1,
  },
  'POST /admin/page-previews': { title: '', blocks: [] },
  'POST /admin/pages/{pageId}/publish': { revision: 2 },
  'POST /admin/pages/{pageId}/unpublish': { revision: 2 },
  'POST /admin/pages/{pageId}/bring-back': { revision: 2, version: 1 },
  'POST /admin/pages/{pageId}/preview-link': { revision: 3 },
}
