import type { ColumnType, Generated } from 'kysely'

import type { OldAddressOrigin } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import type { PagePlace } from '#contract/pages-of-blocks/page-limits.ts'
import type { CreatedAt } from '#server/db/shared-columns.ts'

/** As it was stored; the block's schema decides whether it is still taken. */
type StoredBlocks = ColumnType<unknown[], string, string>

interface PageContent {
  title: string
  description: string
  place: PagePlace
  blocks: StoredBlocks
  revision: number
}

/** The shop's pages made of blocks. */
export interface PageTables {
  /** Of a specified page the id is its name, and there is no row until it is edited. */
  pages: PageContent & {
    id: string
    slug: string
    publishedVersion: number | null
    publishAt: Date | null
    previewToken: string
    createdAt: CreatedAt
    changedAt: Generated<Date>
    changedBy: string | null
    deletedAt: Date | null
  }

  /** Addresses of before, and where each leads now. */
  oldAddresses: {
    id: string
    path: string
    newPath: string
    origin: OldAddressOrigin
    changedAt: Generated<Date>
  }

  /** What was published, and when; these rows never change. */
  pageVersions: PageContent & {
    pageId: string
    version: number
    publishedAt: Generated<Date>
    publishedBy: string | null
  }
}
