import type { Route } from './+types/own-page'

import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { OwnPage } from '#app/blocks/own-page.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'

export const loader = ({ context, params }: Route.LoaderArgs) => serverApi(context).getBlockPage(params.slug)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => browserApi.getBlockPage(params.slug)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: loaderData.title,
        description: loaderData.description,
        path: `/pages/${loaderData.slug}`,
      })
    : []

/** A page of the shop's own. */
export default function OwnPageScreen({ loaderData }: Route.ComponentProps) {
  return <OwnPage page={loaderData} />
}
