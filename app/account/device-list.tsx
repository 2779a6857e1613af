import { Form, useNavigation } from 'react-router'

import { failureOf, textIn, type FormResult } from '#app/api/form-result.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'
import type { SignIn } from '#contract/accounts/profile.ts'

interface EndingCalls {
  endOne(id: string): Promise<MessageAnswer>
  endOthers(): Promise<MessageAnswer>
}

/** Ends the session that a form of the list names, or without a name all others. */
export async function endSession({ endOne, endOthers }: EndingCalls, form: FormData): Promise<FormResult> {
  const id = textIn(form, 'signIn')
  try {
    return { success: (await (id ? endOne(id) : endOthers())).message }
  } catch (error) {
    return failureOf(error, {}, 'That device could not be logged out. Please try again later.')
  }
}

/** '203.0.113.x' or '2001:db8:5:…': the part that all addresses of the network share. */
const beginningOf = (network: string) => network.replace(/0\/24$/, 'x').replace(/:\/\d+$/, '…')

/** Where somebody is signed in. Its forms post to the screen, which calls `endSession`. */
export function DeviceList({ signIns }: { signIns: readonly SignIn[] }) {
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
          <input type="hidden" name="form" value="devices" />
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
          <input type="hidden" name="form" value="devices" />
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
