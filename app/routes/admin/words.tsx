import { useState } from 'react'
import { data, Link, useNavigate } from 'react-router'

import type { Route } from './+types/words'

import { groupId, hasUnsaved, SettingGroup, typedIn } from '#app/admin/settings/setting-group.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { useUnsavedChangesWarning } from '#app/admin/shell/use-unsaved-changes-warning.ts'
import { WordsPreview } from '#app/admin/words/words-preview.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { SelectField } from '#app/ui/field.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { MailName } from '#contract/words/mail-names.ts'
import type { ShownSetting } from '#contract/settings/setting-calls.ts'
import { PIN_SETTINGS_GROUP, SETTING_GROUPS } from '#contract/settings/setting-groups.ts'

const ADDRESS = '/admin/words'
/** The groups that other screens show. */
const ELSEWHERE: readonly string[] = [...SETTING_GROUPS, PIN_SETTINGS_GROUP]
/** The place with a tab of its own. */
const MENUS = 'Menu and footer'

/** The words of one place: its name, and the mail that it is about. */
interface Place {
  name: string
  words: ShownSetting[]
  mail: MailName | undefined
}

function placesOf(settings: readonly ShownSetting[]): Place[] {
  const words = settings.filter(({ group }) => !ELSEWHERE.includes(group))
  const groups = Map.groupBy(words, ({ group }) => group)
  return Array.from(groups, ([name, own]) => {
    // The words of a mail are called as the mail is, such as `order-received.subject`.
    const [mail = '', part] = own[0]?.name.split('.') ?? []
    return { name, words: own, mail: part === undefined ? undefined : (mail as MailName) }
  })
}

async function read(api: AdminApi, wanted: string | undefined) {
  const { settings } = await api.listSettings()
  const places = placesOf(settings)
  const place =
    wanted === undefined
      ? places.find(({ name }) => name !== MENUS)
      : places.find(({ name }) => groupId(name) === wanted)
  const previews = place?.mail && (await api.previewMails({ mail: place.mail }))
  return { places, current: place?.name, preview: previews?.shown }
}
type Read = Awaited<ReturnType<typeof read>>
const load = (api: AdminApi, wanted: string | undefined) => loadOrFailure(read(api, wanted), 'Failed to load the words')

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.place)
  return data(loaded, { status: loaded.answer && loaded.answer.current === undefined ? 404 : 200 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.place)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Words', isIndexed: false })

function Places({ places, current }: { places: readonly Place[]; current: string | undefined }) {
  const navigate = useNavigate()
  return (
    <>
      <SelectField
        label="Where"
        className="lg:hidden"
        value={current}
        onChange={(event) => void navigate(`${ADDRESS}/${groupId(event.target.value)}`)}
      >
        {places.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <nav
        aria-label="Words"
        className="max-lg:hidden lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:overflow-y-auto"
      >
        <ul className="grid">
          {places.map(({ name, words }) => (
            <li key={name}>
              <Link
                to={`${ADDRESS}/${groupId(name)}`}
                aria-current={name === current ? 'page' : undefined}
                className="admin-entry min-h-11"
              >
                <span>{name}</span>
                {words.some(({ isDefault }) => !isDefault) && <span className="text-xs text-muted">yours</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

function WordsOf({ place, preview }: { place: Place; preview: Read['preview'] }) {
  const { name, mail } = place
  const [words, setWords] = useState(place.words)
  useUnsavedChangesWarning(() => hasUnsaved(name, words))
  return (
    <>
      <SettingGroup name={name} settings={words} onChange={setWords} />
      {mail && preview && (
        <WordsPreview title={name} mail={mail} saved={preview} readTyped={() => typedIn(name, words)} />
      )}
    </>
  )
}

export default function AdminWords({ loaderData: { answer, failure } }: Route.ComponentProps) {
  return (
    <AdminPage
      title={answer?.current === MENUS ? MENUS : 'Words'}
      lead="What the shop says, in your own words. A piece such as {order} is filled in when the text is read."
    >
      {answer ? <WordsOfPlaces {...answer} /> : <LoadFailure failure={failure} />}
    </AdminPage>
  )
}

function WordsOfPlaces({ places, current, preview }: Read) {
  const place = places.find(({ name }) => name === current)
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <Places places={places} current={current} />
      <div className="grid min-w-0 items-start gap-6 2xl:grid-cols-2">
        {place ? (
          <WordsOf key={place.name} place={place} preview={preview} />
        ) : (
          <p className="error-summary">There are no such words.</p>
        )}
      </div>
    </div>
  )
}
