import { Fragment, type ReactNode } from 'react'

import type { BlockKind } from '#contract/pages-of-blocks/block-kinds.ts'
import type { ShownBlock } from '#contract/pages-of-blocks/pages.ts'

type OfKind<Kind extends BlockKind> = Extract<ShownBlock, { kind: Kind }>

/** What renders the blocks of each kind. A page that has only a few kinds loads the code of these alone. */
export type BlockRenderers = { readonly [Kind in BlockKind]?: (block: OfKind<Kind>) => ReactNode }

/** Rows that follow each other are one section, with the line above the first as its heading. */
function inSections(blocks: readonly ShownBlock[]): ShownBlock[][] {
  const sections: ShownBlock[][] = []
  for (const block of blocks) {
    const last = sections.at(-1)
    const isRow = block.kind === 'productRow'
    const follows = isRow && last?.at(-1)?.kind === 'productRow' && block.fields.heading === ''
    if (last && follows) last.push(block)
    else sections.push([block])
  }
  return sections
}

function Rows({ heading, children }: { heading: string; children: ReactNode }) {
  if (heading === '') return children
  return (
    <section aria-labelledby="collections">
      <div className="container">
        <h2 id="collections" className="text-sm font-bold text-muted">
          {heading}
        </h2>
      </div>
      {children}
    </section>
  )
}

/** The blocks of a page, from top to bottom. */
export function BlockList({ blocks, renderers }: { blocks: readonly ShownBlock[]; renderers: BlockRenderers }) {
  const render = (block: ShownBlock) => {
    const renderer = renderers[block.kind] as ((block: ShownBlock) => ReactNode) | undefined
    return <Fragment key={block.id}>{renderer?.(block)}</Fragment>
  }
  return inSections(blocks).map(([first, ...others]) => {
    if (first?.kind !== 'productRow') return first && render(first)
    return (
      <Rows key={first.id} heading={first.fields.heading}>
        {[first, ...others].map(render)}
      </Rows>
    )
  })
}
