import { useEffect, useRef, useState, type SyntheticEvent } from 'react'

import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { textIn } from '#app/api/form-result.ts'
import { setPasswordAsker } from '#app/api/fetch-with-password.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { RECENT_PASSWORD_MINUTES } from '#contract/accounts/password-limits.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** Asks for the password when a call needs it again. Rendered once, in the layout of the admin area. */
export function PasswordDialog() {
  const [asked, setAsked] = useState<(isConfirmed: boolean) => void>()
  useEffect(() => {
    setPasswordAsker(() => new Promise((resolve) => setAsked(() => resolve)))
    return () => setPasswordAsker(undefined)
  }, [])
  if (!asked) return null
  const end = (isConfirmed: boolean) => {
    setAsked(undefined)
    asked(isConfirmed)
  }
  return <PasswordQuestion onEnd={end} />
}

function PasswordQuestion({ onEnd }: { onEnd(isConfirmed: boolean): void }) {
  const { admin } = useVisitor()
  const { isBusy, run } = useTask()
  const [failure, setFailure] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  // Opening the dialog has focused its first control, the close button.
  useEffect(() => form.current?.querySelector<HTMLElement>('input[name=password]')?.focus(), [])

  const confirm = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React hands the event on to the form in which the dialog stands.
    event.stopPropagation()
    const password = textIn(new FormData(event.currentTarget), 'password')
    void run(async () => {
      try {
        await browserApi.confirmPassword(password)
        onEnd(true)
      } catch (error) {
        setFailure(messageOf(error, WORDINGS.fallback))
      }
    })
  }

  return (
    <Dialog title="Your password, please" isOpen onClose={() => onEnd(false)} width="26rem">
      <form ref={form} className="grid gap-4" onSubmit={confirm} noValidate>
        <p className="text-muted">
          {`This needs your password again, because you signed in more than ${RECENT_PASSWORD_MINUTES} minutes ago. What you entered stays.`}
        </p>
        <input type="hidden" name="username" autoComplete="username" value={admin?.email ?? ''} readOnly />
        <PasswordField label="Password" name="password" autoComplete="current-password" error={failure} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => onEnd(false)}>
            Cancel
          </Button>
          <Button type="submit" isPending={isBusy} pendingText="Checking...">
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
