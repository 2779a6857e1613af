import type { Route } from './+types/devices'

import { AccountHeading } from '#app/account/account-links.tsx'
import { DeviceList, endSession } from '#app/account/device-list.tsx'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Deferred } from '#app/ui/deferred.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import type { CustomerApi } from '#contract/api/customer-api.ts'
import { catchCode } from '#contract/api/errors.ts'
import type { SignIn } from '#contract/accounts/profile.ts'

/** Returns none without a session; the guard around this screen redirects to the sign-in. */
async function load(api: CustomerApi): Promise<SignIn[]> {
  const { signIns } = await catchCode(api.listMySessions(), 'unauthenticated', { signIns: [] })
  return signIns
}

export const loader = async ({ context }: Route.LoaderArgs) => ({ signIns: await load(serverApi(context)) })
export const clientLoader = () => ({ signIns: load(browserApi) })

const callsOf = (api: CustomerApi) => ({ endOne: api.endMySession, endOthers: api.endMyOtherSessions })

export const action = async ({ context, request }: Route.ActionArgs) =>
  endSession(callsOf(serverApi(context)), await request.formData())
export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  endSession(callsOf(browserApi), await request.formData())

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Where you are logged in', isIndexed: false })

export default function Devices({ loaderData, actionData }: Route.ComponentProps) {
  useFormOutcome(actionData)
  const answer = actionData?.success ?? actionData?.failure?.message
  return (
    <div className="container max-w-2xl py-10">
      <AccountHeading title="Where you are logged in" />
      <p className="mt-5 text-muted">
        The network is how the address of a device begins; mobile networks change it often. A device that you do not
        know? Log it out, and change your password.
      </p>
      {answer && <p className="mt-5 font-semibold">{answer}</p>}
      <Deferred value={loaderData.signIns} waiting={<Loading text="Loading..." />}>
        {(signIns) => <DeviceList signIns={signIns} />}
      </Deferred>
    </div>
  )
}
