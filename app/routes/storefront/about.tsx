import type { Route } from './+types/about'

import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { BlockList, type BlockRenderers } from '#app/blocks/block-list.tsx'
import { CardsBlock } from '#app/blocks/cards-block.tsx'
import { DividerBlock } from '#app/blocks/divider-block.tsx'
import { asReplacement, isReplaced, loadReplacement, ReplacedPage } from '#app/blocks/replaced-page.tsx'
import { StatementBlock } from '#app/blocks/statement-block.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { DEFAULT_ABOUT } from '#contract/pages-of-blocks/default-about.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  page: await asReplacement(await serverApi(context).getBlockPage('about')),
})
export const clientLoader = () =>
  isReplaced('about') ? loadReplacement(browserApi, 'about').then((page) => ({ page })) : { page: undefined }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { title, description } = loaderData?.page ?? DEFAULT_ABOUT
  return pageMeta(matches, { title, description, path: '/about' })
}

const RENDERERS: BlockRenderers = {
  statement: ({ id, fields }) => <StatementBlock id={id} fields={fields} />,
  divider: () => <DividerBlock />,
  cards: ({ id, fields }) => <CardsBlock id={id} fields={fields} />,
}

export default function About({ loaderData: { page } }: Route.ComponentProps) {
  if (page) return <ReplacedPage page={page} />
  return <BlockList blocks={DEFAULT_ABOUT.blocks} renderers={RENDERERS} />
}
