import { Form, useNavigation } from 'react-router'

import type { Route } from './+types/devices'

import { AccountHeading } from '#app/account/account-links.tsx'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, textIn, type FormResult } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Deferred } from '#app/ui/deferred.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Loading } from '#app/ui/spinner.tsx'
import type { Api } from '#contract/api.ts'
import { catchCode } from '#contract/errors.ts'
import type { SignIn } from '#contract/profile.ts'

/** Returns none without a session; the guard around this screen redirects to the sign-in. */
async function load(api: Api): Promise<SignIn[]> {
  const { signIns } = await catchCode(api.listMySessions(), 'unauthenticated', { signIns: [] })
  return signIns
}

export const loader = async ({ context }: Route.LoaderArgs) => ({ signIns: await load(serverApi(context)) })
export const clientLoader = () => ({ signIns: load(browserApi) })

/** Ends the session that the form names, or without a name all others. */
async function end(api: Api, form: FormData): Promise<FormResult> {
  const id = textIn(form, 'signIn')
  try {
    const { message } = await (id ? api.endMySession(id) : api.endMyOtherSessions())
    return { success: message }
  } catch (error) {
    return failureOf(error, {}, 'That device could not be logged out. Please try again later.')
  }
}

export const action = async ({ context, request }: Route.ActionArgs) =>
  end(serverApi(context), await request.formData())
export const clientAction = async ({ request }: Route.ClientActionArgs) => end(browserApi, await request.formData())

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Where you are logged in', isIndexed: false })

/** '203.0.113.x' or '2001:db8:5:…': the part that all addresses of the network share. */
const beginningOf = (network: string) => network.replace(/0\/24$/, 'x').replace(/:\/\d+$/, '…')

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

function DeviceList({ signIns }: { signIns: readonly SignIn[] }) {
  const isPending = useNavigation().formMethod === 'POST'
  return (
    <>
      <ul className="mt-6 grid border-t border-line">
        {signIns.map((signIn) => (
          <Device key={signIn._id} signIn={signIn} isPending={isPending} />
        ))}
      </ul>
      {signIns.length > 1 && (
        <Form method="post" className="mt-6" preventScrollReset>
          <Button type="submit" variant="outline" disabled={isPending}>
            Log out everywhere else
          </Button>
        </Form>
      )}
    </>
  )
}

function Device({ signIn, isPending }: { signIn: SignIn; isPending: boolean }) {
  const { _id, network, signedInAt, lastUsedAt, isCurrent } = signIn
  const device = signIn.device || 'Unknown device'
  const since = formatDateTime(signedInAt)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-4">
      <div className="grid gap-1 text-sm">
        <p className="flex flex-wrap items-center gap-2 text-base font-semibold">
          <span>{device}</span>
          {isCurrent && <Badge>This device</Badge>}
        </p>
        <p className="text-muted">{`${network ? `Network ${beginningOf(network)} · ` : ''}logged in ${since}`}</p>
        {!isCurrent && <p className="text-muted">{`Last used ${formatDateTime(lastUsedAt)}, to the hour`}</p>}
      </div>
      {!isCurrent && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="signIn" value={_id} />
          <Button
            type="submit"
            variant="outline"
            isSmall
            disabled={isPending}
            aria-label={`Log out ${device}, logged in ${since}`}
          >
            Log out
          </Button>
        </Form>
      )}
    </li>
  )
}
