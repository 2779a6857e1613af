import { Link, useNavigate } from 'react-router'

import type { Route } from './+types/mails'

import { MailFrame } from '#app/admin/mails/mail-frame.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { choiceIn, listAddress } from '#app/admin/list/query-parameters.ts'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { SelectField } from '#app/ui/field.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { MailPreviews, MailQuery } from '#contract/words/mail-names.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const ADDRESS = '/admin/mails'
const WIDTHS = ['600', '320'] as const
const LOOKS = ['light', 'dark'] as const

function viewOf(url: string) {
  const query = new URL(url).searchParams
  return {
    mail: query.get('mail') ?? undefined,
    width: choiceIn(query, 'width', WIDTHS) ?? WIDTHS[0],
    look: choiceIn(query, 'look', LOOKS) ?? LOOKS[0],
  }
}
type View = ReturnType<typeof viewOf>

async function load(api: AdminApi, url: string) {
  const view = viewOf(url)
  const query = { mail: view.mail } as MailQuery
  return { view, ...(await loadOrFailure(api.previewMails(query), WORDINGS.fallback)) }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Mails', isIndexed: false })

function Choices({ label, choices }: { label: string; choices: { name: string; to: string; isChosen: boolean }[] }) {
  return (
    <ul aria-label={label} className="flex gap-1">
      {choices.map(({ name, to, isChosen }) => (
        <li key={name}>
          <Link
            to={to}
            preventScrollReset
            aria-current={isChosen ? 'true' : undefined}
            className="inline-flex min-h-11 items-center rounded-control border border-line px-3 text-sm hover:bg-card aria-[current]:bg-card aria-[current]:font-bold"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function MailList({ mails, view, shown }: { mails: MailPreviews['mails']; view: View; shown: string }) {
  const navigate = useNavigate()
  const addressOf = (mail: string) => listAddress(ADDRESS, { ...view, mail })
  return (
    <>
      <SelectField
        label="Mail"
        className="lg:hidden"
        hint={mails.find(({ name }) => name === shown)?.when}
        value={shown}
        onChange={({ target }) => void navigate(addressOf(target.value))}
      >
        {mails.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </SelectField>
      <nav aria-label="Mails" className="max-lg:hidden">
        <ul className="grid">
          {mails.map(({ name, title, when }) => (
            <li key={name}>
              <Link
                to={`${addressOf(name)}#mail`}
                aria-current={name === shown ? 'page' : undefined}
                className="admin-entry min-h-11"
              >
                <span className="grid">
                  <span>{title}</span>
                  <span className="text-xs font-normal text-muted">{when}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

function Shown({ shown, title, view }: { shown: MailPreviews['shown']; title: string; view: View }) {
  const { width, look } = view
  const addressOf = (change: Partial<View>) => listAddress(ADDRESS, { ...view, mail: shown.name, ...change })
  return (
    <section id="mail" aria-labelledby="mail-title" className="min-w-0 scroll-mt-20">
      <h2 id="mail-title" className="admin-subtitle">
        {shown.subject}
      </h2>
      <p className="text-sm text-muted">{shown.preheader}</p>
      <div className="my-3 flex flex-wrap gap-x-6 gap-y-2">
        <Choices
          label="Width"
          choices={WIDTHS.map((name) => ({
            name: `${name} px`,
            to: addressOf({ width: name }),
            isChosen: name === width,
          }))}
        />
        <Choices
          label="Look"
          choices={LOOKS.map((name) => ({
            name: name === 'dark' ? 'Dark' : 'Light',
            to: addressOf({ look: name }),
            isChosen: name === look,
          }))}
        />
      </div>
      <MailFrame title={title} html={shown.html} width={width} look={look} />
      <details className="mt-4">
        <summary className="min-h-11 cursor-pointer py-2 font-bold">Plain text</summary>
        <pre className="mt-2 font-sans whitespace-pre-wrap break-words">{shown.text}</pre>
      </details>
    </section>
  )
}

export default function AdminMails({ loaderData: { view, answer, failure } }: Route.ComponentProps) {
  return (
    <AdminPage title="Mails" lead="Every mail that the shop sends, with example data.">
      <LoadFailure failure={failure} />
      {answer && (
        <div className="mt-6 grid items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
          <MailList mails={answer.mails} view={view} shown={answer.shown.name} />
          <Shown
            shown={answer.shown}
            title={answer.mails.find(({ name }) => name === answer.shown.name)?.title ?? ''}
            view={view}
          />
        </div>
      )}
    </AdminPage>
  )
}
