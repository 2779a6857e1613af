import { useState, type SyntheticEvent } from 'react'
import { useRevalidator } from 'react-router'

import type { Route } from './+types/second-factor'

import { CopyButton } from '#app/admin/shell/copy-button.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { QrCode } from '#app/admin/staff/qr-code.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, textIn, type FormResult } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { FactorStarted, SecondFactor } from '#contract/accounts/second-factor.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const load = (api: AdminApi) => loadOrFailure(api.getSecondFactor(), WORDINGS.fallback)

export const loader = ({ context }: Route.LoaderArgs) => load(serverApi(context))
export const clientLoader = () => load(browserApi)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Second factor', isIndexed: false })

/** The recovery codes, this once. */
function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <section role="status" className="card grid gap-4 p-6" aria-labelledby="codes">
      <h2 id="codes" className="heading heading-3">
        Your recovery codes
      </h2>
      <p>
        Each lets you in once when you have lost your app. They are shown this once: print them, or keep them where you
        keep your passwords.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-sm sm:max-w-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} name="the recovery codes" label="Copy codes" />
        <ButtonLink to="/admin/dashboard" variant="outline" isSmall>
          I have kept them
        </ButtonLink>
      </div>
    </section>
  )
}

function FirstCode({ started, onOn }: { started: FactorStarted; onOn(codes: readonly string[]): void }) {
  const { isBusy, run } = useTask()
  const [failure, setFailure] = useState<FormResult['failure']>()
  const confirm = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = textIn(new FormData(event.currentTarget), 'code')
    void run(async () => {
      try {
        onOn((await browserApi.confirmSecondFactor(code)).recoveryCodes)
      } catch (error) {
        setFailure(failureOf(error, {}, WORDINGS.fallback).failure)
      }
    })
  }
  return (
    <section className="card grid gap-4 p-6" aria-labelledby="first-code">
      <h2 id="first-code" className="heading heading-3">
        Add the shop to your app
      </h2>
      <p>Scan this with the app, or open it on this device, or type the key.</p>
      <QrCode text={started.uri} label="QR code for your code app" />
      <p className="flex flex-wrap items-center gap-3">
        <a className="link" href={started.uri}>
          Open in my app
        </a>
        <code className="text-sm break-all">{started.key}</code>
        <CopyButton text={started.key} name="the key" />
      </p>
      <form className="grid gap-4 sm:max-w-sm" onSubmit={confirm} noValidate>
        <ErrorSummary failure={failure} />
        <TextField
          label="Code of the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          error={failure?.fields?.code}
        />
        <Button type="submit" isPending={isBusy} pendingText="Checking...">
          Turn it on
        </Button>
      </form>
    </section>
  )
}

function ActiveFactor({
  factor,
  onCodes,
  onRemoved,
}: {
  factor: SecondFactor
  onCodes(codes: readonly string[]): void
  onRemoved(): void
}) {
  async function renew() {
    const question = 'Make new recovery codes? The old ones stop working.'
    if (!(await showConfirm({ question, confirmLabel: 'Make new codes' }))) return
    const renewed = await answerOrToast(browserApi.renewRecoveryCodes(), WORDINGS.fallback)
    if (renewed) onCodes(renewed.recoveryCodes)
  }
  async function remove() {
    const question = 'Remove the code app? Then your password alone lets somebody in.'
    if (!(await showConfirm({ question, confirmLabel: 'Remove' }))) return
    const removed = await answerOrToast(browserApi.removeSecondFactor(), WORDINGS.fallback)
    if (!removed) return
    toastSuccess(removed.message)
    onRemoved()
  }
  return (
    <section className="card grid gap-4 p-6" aria-labelledby="present">
      <h2 id="present" className="heading heading-3">
        Your code app is on
      </h2>
      <p>
        {`${factor.recoveryCodesLeft === 1 ? '1 recovery code is' : `${factor.recoveryCodesLeft} recovery codes are`} left.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => void renew()}>
          Make new recovery codes
        </Button>
        <Button variant="outline" onClick={() => void remove()}>
          Remove the code app
        </Button>
      </div>
    </section>
  )
}

export default function AdminSecondFactor({ loaderData: { answer, failure } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useTask()
  const [started, setStarted] = useState<FactorStarted>()
  const [codes, setCodes] = useState<readonly string[]>()

  const start = () =>
    void run(async () => setStarted(await answerOrToast(browserApi.startSecondFactor(), WORDINGS.fallback)))
  const show = (made: readonly string[] | undefined) => {
    setStarted(undefined)
    setCodes(made)
    void revalidate()
  }

  return (
    <AdminPage
      title="Second factor"
      lead="With a code app on your phone a stolen password alone lets nobody in. A passkey is two factors by itself."
    >
      <LoadFailure failure={failure} />
      {answer && (
        <div className="mt-6 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6">
          {answer.isDemanded && !answer.isOn && (
            <p role="status" className="card p-4">
              The owner demands a second factor. Everything else opens once you have one.
            </p>
          )}
          {codes && <Codes codes={codes} />}
          {!codes && answer.isOn && (
            <ActiveFactor factor={answer} onCodes={setCodes} onRemoved={() => show(undefined)} />
          )}
          {!answer.isOn && started && <FirstCode started={started} onOn={show} />}
          {!codes && !answer.isOn && !started && (
            <p>
              <Button isPending={isBusy} pendingText="Starting..." onClick={start}>
                Set up a code app
              </Button>
            </p>
          )}
        </div>
      )}
    </AdminPage>
  )
}
