import { useState } from 'react'

import type { Route } from './+types/delivery'

import { PinImport } from '#app/admin/delivery/pin-import.tsx'
import { PinLookUpForm } from '#app/admin/delivery/pin-look-up.tsx'
import { PinTableCard } from '#app/admin/delivery/pin-table-card.tsx'
import { SettingGroup } from '#app/admin/settings/setting-group.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { catchCode } from '#contract/api/errors.ts'
import { PIN_SETTINGS_GROUP } from '#contract/settings/setting-groups.ts'
import type { ShownSetting } from '#contract/settings/setting-calls.ts'

const isOwn = ({ group }: ShownSetting) => group === PIN_SETTINGS_GROUP

async function read(api: AdminApi) {
  // Only owners see settings.
  const [table, answer] = await Promise.all([api.getPinTable(), catchCode(api.listSettings(), 'forbidden', undefined)])
  return { table, settings: answer?.settings.filter(isOwn) }
}
const load = (api: AdminApi) => loadOrFailure(read(api), 'Failed to load where parcels go')

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Delivery', isIndexed: false })

export default function AdminDelivery({ loaderData: { answer, failure } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Delivery"
      lead="Where parcels go, how they can be paid, and until when they arrive. The narrowest row with a PIN code counts."
    >
      {answer ? <Delivery first={answer} /> : <LoadFailure failure={failure} />}
    </AdminPage>
  )
}

function Delivery({ first }: { first: Awaited<ReturnType<typeof read>> }) {
  const [table, setTable] = useState(first.table)
  const [settings, setSettings] = useState(first.settings)
  const reload = async () => setTable(await browserApi.getPinTable())
  return (
    <>
      <PinTableCard table={table} onChange={setTable} />
      <h2 className="heading heading-3 mt-10">Import a sheet</h2>
      <p className="admin-lead">
        Columns pin, prepaid, cod, days and fee, and city and state if you have them. A row is for one PIN code, for a
        range such as 560001-560110, or for a prefix such as 11*. A sheet changes the rows that it names.
      </p>
      <PinImport onApplied={reload} />
      <h2 className="heading heading-3 mt-10">Look up a PIN code</h2>
      <PinLookUpForm />
      {settings && (
        <div className="mt-10 max-w-2xl">
          <SettingGroup
            name={PIN_SETTINGS_GROUP}
            settings={settings}
            onChange={(changed) => {
              setSettings(changed)
              void reload()
            }}
          />
        </div>
      )}
    </>
  )
}
