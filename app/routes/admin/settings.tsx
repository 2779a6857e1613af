import { useState } from 'react'
import { Link } from 'react-router'

import type { Route } from './+types/settings'

import { groupId, hasUnsaved, SettingGroup } from '#app/admin/settings/setting-group.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { useUnsavedChangesWarning } from '#app/admin/shell/use-unsaved-changes-warning.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { ShownSetting } from '#contract/settings/setting-calls.ts'
import { SETTING_GROUPS } from '#contract/settings/setting-groups.ts'

const load = (api: AdminApi) => loadOrFailure(api.listSettings(), 'Failed to load the settings')

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Settings', isIndexed: false })

export default function AdminSettings({ loaderData: { answer, failure } }: Route.ComponentProps) {
  return (
    <AdminPage title="Settings" lead="Every page of the shop shows a change within a second.">
      {answer ? <Groups first={answer.settings} /> : <LoadFailure failure={failure} />}
    </AdminPage>
  )
}

function Groups({ first }: { first: readonly ShownSetting[] }) {
  const [settings, setSettings] = useState(first)
  const groups = SETTING_GROUPS.map((name) => ({ name, own: settings.filter(({ group }) => group === name) }))
  const replace = (changed: readonly ShownSetting[]) =>
    setSettings((known) => known.map((one) => changed.find(({ name }) => name === one.name) ?? one))
  useUnsavedChangesWarning(() => groups.some(({ name, own }) => hasUnsaved(name, own)))
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-[12rem_minmax(0,46rem)]">
      <nav aria-label="Settings" className="lg:sticky lg:top-28">
        <ul className="flex flex-wrap gap-x-4 lg:grid">
          {groups.map(({ name }) => (
            <li key={name}>
              <a className="inline-flex min-h-11 items-center text-sm hover:underline" href={`#${groupId(name)}`}>
                {name}
              </a>
            </li>
          ))}
          <li>
            <Link className="inline-flex min-h-11 items-center text-sm hover:underline" to="/admin/words">
              Announcement and words
            </Link>
          </li>
        </ul>
      </nav>
      <div className="grid min-w-0 gap-6">
        {groups.map(({ name, own }) => (
          <SettingGroup key={name} name={name} settings={own} onChange={replace} />
        ))}
      </div>
    </div>
  )
}
