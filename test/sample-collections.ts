import type { Db } from '#server/db/database.ts'

/** A collection for calls that need one. */
export const SAMPLE_COLLECTION = { id: 'a-collection', slug: 'a-sample-collection', title: 'A sample collection' }

export async function addSampleCollection(db: Db): Promise<void> {
  await db
    .insertInto('collections')
    .values({ ...SAMPLE_COLLECTION, rule: '{}', sort: 'newest' })
    .execute()
}

const INPUT = { text: '', picture: '', pictureWords: '', rule: {}, products: [], order: 'name', isHidden: false }

/** The bodies of the calls about it. */
export const COLLECTION_BODIES = {
  'POST /admin/collections': { ...INPUT, title: 'Another collection' },
  'POST /admin/collections/preview': { rule: {}, products: [], order: 'name' },
  'PUT /admin/collections/{collectionId}': { ...INPUT, title: 'Its new title', revision: 1 },
}
