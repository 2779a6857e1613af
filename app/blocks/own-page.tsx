import { BlockList } from '#app/blocks/block-list.tsx'
import { ALL_RENDERERS } from '#app/blocks/block-renderers.tsx'
import type { TypedPage } from '#contract/pages-of-blocks/pages.ts'

/** Whether a block of the page is its first heading. */
const hasTitle = ({ blocks }: TypedPage) =>
  blocks.some(({ kind, fields }) => kind === 'hero' || (kind === 'statement' && fields.look === 'title of the page'))

/** A page that the owner has made. Its title is its first heading, unless a block is. */
export function OwnPage({ page }: { page: TypedPage }) {
  return (
    <>
      {!hasTitle(page) && (
        <div className="container pt-6">
          <h1 className="heading heading-1">{page.title}</h1>
        </div>
      )}
      <BlockList blocks={page.blocks} renderers={ALL_RENDERERS} />
    </>
  )
}
