import { useEffect, useRef, useState, type SyntheticEvent } from 'react'

import { defaultPasskeyName } from '#app/account/default-passkey-name.ts'
import { passkeyApi } from '#app/account/passkey-calls.ts'
import { PasskeyRow } from '#app/account/passkey-row.tsx'
import { useHasPasskeys } from '#app/account/use-has-passkeys.ts'
import { textIn } from '#app/api/form-result.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import { focusOnceRendered } from '#app/ui/take-focus.ts'
import { toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { messageOf } from '#contract/words/error-message.ts'
import type { Passkey, PasskeysAnswer } from '#contract/accounts/passkeys.ts'
import { RECENT_PASSWORD_MINUTES } from '#contract/accounts/password-limits.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** The caller's passkeys with what can be done with them. The screen around it needs an `AlertDialogHost`. */
export function PasskeyList({ audience }: { audience: 'customer' | 'admin' }) {
  const hasPasskeys = useHasPasskeys()
  const [answer, setAnswer] = useState<PasskeysAnswer>()
  const [failure, setFailure] = useState<string>()
  const [password, setPassword] = useState('')
  const { isBusy, run } = useTask()
  const list = useRef<HTMLDivElement>(null)
  const api = passkeyApi(audience)

  /** Shows what the call answers; a sentence if it fails. Whether it worked. */
  async function show(call: Promise<PasskeysAnswer>, done?: string): Promise<boolean> {
    setFailure(undefined)
    try {
      const next = await call
      setAnswer(next)
      if (next.isSignInRecent) setPassword('')
      if (done !== undefined) toastSuccess(done)
      return true
    } catch (error) {
      setFailure(messageOf(error, WORDINGS.fallback))
      return false
    }
  }
  useEffect(() => void show(passkeyApi(audience).listPasskeys()), [audience])

  const again = { password: password === '' ? undefined : password }

  function add(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = textIn(new FormData(form), 'name')
    void run(async () => {
      const { makePasskey } = await import('#app/account/passkey-ceremonies.ts')
      const isAdded = await show(makePasskey(audience, { name, ...again }), 'The passkey is added.')
      if (isAdded) form.reset()
    })
  }

  const rename = ({ _id }: Passkey, name: string) => show(api.renamePasskey(_id, name), 'The passkey has its new name.')

  async function remove({ _id, name }: Passkey) {
    const question = `Remove the passkey “${name}”? The password is left.`
    if (!(await showConfirm({ question, confirmLabel: 'Remove' }))) return
    const isRemoved = await show(api.removePasskey(_id, again), 'The passkey is removed.')
    if (isRemoved) focusOnceRendered(() => list.current)
  }

  return (
    <div className="grid gap-6">
      <p className="text-muted">
        A passkey is the fingerprint, face or PIN of a device of yours, instead of the password. Nobody can guess it,
        and no other site can ask for it. The password goes on working.
      </p>
      <p role="alert" className="field-error empty:hidden">
        {failure}
      </p>
      {!answer && failure === undefined && <Loading text="Loading..." />}
      {answer && (
        <>
          <div ref={list} tabIndex={-1}>
            {answer.passkeys.length === 0 ? (
              <p>No passkeys yet.</p>
            ) : (
              <ul aria-label="Your passkeys" className="grid border-t border-line">
                {answer.passkeys.map((passkey) => (
                  <PasskeyRow key={passkey._id} passkey={passkey} onRename={rename} onRemove={remove} />
                ))}
              </ul>
            )}
          </div>
          {!answer.isSignInRecent && (
            <PasswordField
              label="Your password"
              hint={`For adding and removing: your sign-in is more than ${RECENT_PASSWORD_MINUTES} minutes ago.`}
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
          {hasPasskeys ? (
            <form className="grid gap-4" onSubmit={add}>
              <TextField
                label="Name of the new passkey"
                name="name"
                defaultValue={defaultPasskeyName(navigator.userAgent)}
                maxLength={60}
                autoComplete="off"
                required
              />
              <Button
                type="submit"
                isPending={isBusy}
                pendingText="Waiting for the device..."
                className="justify-self-start"
              >
                Add a passkey
              </Button>
            </form>
          ) : (
            <p>This browser cannot make passkeys here.</p>
          )}
        </>
      )}
    </div>
  )
}
