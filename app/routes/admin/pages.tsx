import type { SubmitEvent } from 'react'
import { useNavigate, useRevalidator } from 'react-router'

import type { Route } from './+types/pages'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { PAGE_CARDS, pageColumns } from '#app/admin/pages/page-columns.tsx'
import { useDeletePage } from '#app/admin/pages/use-delete-page.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { textIn } from '#app/api/form-result.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { answerOrToast } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { MAX_PAGE_TITLE } from '#contract/pages-of-blocks/page-limits.ts'

const ADDRESS = '/admin/pages'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = { page: pageIn(query), search: wordsIn(query, 'search') }
  return {
    view,
    ...(await loadOrFailure(api.listPages({ ...view, limit: ROWS_PER_PAGE.pages }), 'Failed to load pages')),
  }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Pages', isIndexed: false })

/** Makes a page and opens it. */
function NewPageForm() {
  const { isBusy, run } = useTask()
  const navigate = useNavigate()
  async function create(title: string) {
    const answer = await answerOrToast(browserApi.createPage({ title }), 'Failed to create the page')
    if (answer) await navigate(`${ADDRESS}/${answer.page._id}`)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const title = textIn(new FormData(event.currentTarget), 'title')
    void run(() => create(title))
  }
  return (
    <form className="my-6 flex flex-wrap items-end gap-3" onSubmit={submit}>
      <TextField name="title" label="Title of a new page" maxLength={MAX_PAGE_TITLE} required autoComplete="off" />
      <Button type="submit" variant="outline" isPending={isBusy}>
        Create Page
      </Button>
    </form>
  )
}

export default function AdminPages({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const deletePage = useDeletePage(() => void revalidate())
  return (
    <AdminList
      path={ADDRESS}
      title="Pages"
      lead="What your pages say, block by block. Visitors see a page only as you have published it."
      note={<NewPageForm />}
      list={loaderData}
      perPage={ROWS_PER_PAGE.pages}
      caption="Pages: home, about, then your own by title"
      columns={pageColumns(deletePage)}
      cards={PAGE_CARDS}
      empty={{ message: 'No pages found.', hint: 'Name a new one above.' }}
    />
  )
}
