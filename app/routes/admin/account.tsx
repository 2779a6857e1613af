import { useOutletContext, useRevalidator } from 'react-router'

import type { Route } from './+types/account'

import { AccountForms, saveAccount } from '#app/account/account-forms.tsx'
import { DeviceList, endSession } from '#app/account/device-list.tsx'
import { PasskeyList } from '#app/account/passkey-list.tsx'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import type { StaffPerson } from '#app/admin/shell/use-may-do.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { textIn } from '#app/api/form-result.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { catchCode } from '#contract/api/errors.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'

/** Returns none for who needs a second factor first, and may only set one up. */
const load = (api: AdminApi) => catchCode(api.listAdminSessions(), 'factor_needed', { signIns: [] })

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)

async function save(api: AdminApi, form: FormData) {
  if (textIn(form, 'form') === 'devices') {
    const calls = { endOne: api.endAdminSession, endOthers: api.endOtherAdminSessions }
    return { ended: await endSession(calls, form) }
  }
  const calls = {
    changeDetails: api.changeAdminDetails,
    changeEmail: api.changeAdminEmail,
    changePassword: api.changeAdminPassword,
  }
  return { saved: await saveAccount(calls, form) }
}

export const action = async ({ context, request }: Route.ActionArgs) =>
  save(serverApi(context), await request.formData())
export const clientAction = async ({ request }: Route.ClientActionArgs) => save(browserApi, await request.formData())

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your account', isIndexed: false })

export default function AdminAccount({ loaderData: { signIns }, actionData }: Route.ComponentProps) {
  const admin = useOutletContext<StaffPerson>()
  const { refresh } = useVisitor()
  const { revalidate } = useRevalidator()
  const { saved, ended } = { saved: undefined, ended: undefined, ...actionData }
  useFormOutcome(ended)
  async function readAgain() {
    await Promise.all([refresh(), revalidate()])
  }
  return (
    <AdminPage title="Your account" lead="In the admin area alone: a session of the shop cannot change this account.">
      <div className="max-w-xl">
        <AccountForms person={admin} audience="admin" result={saved} onSaved={readAgain} />
        <section aria-labelledby="passkeys" className="mt-10">
          <h2 id="passkeys" className="heading heading-3">
            Passkeys
          </h2>
          <PasskeyList audience="admin" />
        </section>
        <section aria-labelledby="sessions" className="mt-10">
          <h2 id="sessions" className="heading heading-3">
            Where you are logged in
          </h2>
          <DeviceList signIns={signIns} />
        </section>
        <section aria-labelledby="own-data" className="mt-10">
          <h2 id="own-data" className="heading heading-3">
            Your data
          </h2>
          <p className="mt-3 text-muted">
            One file with everything that we have stored about you. An account of the staff is not erased; an owner
            deactivates it.
          </p>
          <a className="btn btn-outline mt-5" href="/api/admin/data" download>
            Download my data
          </a>
        </section>
      </div>
    </AdminPage>
  )
}
