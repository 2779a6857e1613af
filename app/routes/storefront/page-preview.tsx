import type { Route } from './+types/page-preview'

import { textIn } from '#app/api/form-result.ts'
import { serverApi } from '#app/api/request-context.ts'
import { OwnPage } from '#app/blocks/own-page.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { TypedDraft } from '#contract/pages-of-blocks/pages.ts'

/** Its editor shows it in a frame, where nothing may be bought and nobody be signed in or out. */
export const handle = { isScriptless: true }

export const loader = ({ context, params }: Route.LoaderArgs) => serverApi(context).getPagePreview(params.token)

/** The draft in the field; undefined for what none is, which the call refuses. */
function draftIn(form: FormData): TypedDraft | undefined {
  try {
    return JSON.parse(textIn(form, 'draft')) as TypedDraft
  } catch {
    return undefined
  }
}

/** What its editor has typed since the draft was saved; only whoever may edit it is answered. */
export const action = async ({ context, request }: Route.ActionArgs) =>
  serverApi(context).previewTypedPage(draftIn(await request.formData()))

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? `Draft: ${loaderData.title}` : 'Draft', isIndexed: false })

/** The draft of a page, for whoever has the link. */
export default function PagePreview({ loaderData, actionData }: Route.ComponentProps) {
  return <OwnPage page={actionData ?? loaderData} />
}
