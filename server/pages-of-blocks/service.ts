import type { Db } from '#server/db/database.ts'

import { isSpecifiedPage } from '#contract/pages-of-blocks/page-limits.ts'
import { listPublished } from '#server/pages-of-blocks/queries.ts'

export { addPublishedPage, removeUntouchedPage } from '#server/pages-of-blocks/demo-page.ts'
export { publishDue } from '#server/pages-of-blocks/publish-pages.ts'

/** The addresses of the shop's own published pages, for search engines. */
export const listPublicPages = async (db: Db): Promise<string[]> =>
  (await listPublished(db)).map(({ slug }) => slug).filter((slug) => !isSpecifiedPage(slug))
