import type { Route } from './+types/page-preview'

import { serverApi } from '#app/api/request-context.ts'
import { OwnPage } from '#app/blocks/own-page.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'

/** Its editor shows it in a frame, where nothing may be bought and nobody be signed in or out. */
export const handle = { isScriptless: true }

export const loader = ({ context, params }: Route.LoaderArgs) => serverApi(context).getPagePreview(params.token)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? `Draft: ${loaderData.title}` : 'Draft', isIndexed: false })

/** The draft of a page, for whoever has the link. */
export default function PagePreview({ loaderData }: Route.ComponentProps) {
  return <OwnPage page={loaderData} />
}
