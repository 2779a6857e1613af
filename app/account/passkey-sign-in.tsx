import { useEffect, useRef, useState } from 'react'

import { useHasPasskeys } from '#app/account/use-has-passkeys.ts'
import { Button } from '#app/ui/button.tsx'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const loadCeremonies = () => import('#app/account/passkey-ceremonies.ts')

interface PasskeySignInProps {
  audience: 'customer' | 'admin'
  /** Called after the sign-in; must keep its identity. */
  onSignedIn(): Promise<void>
}

/** Lets the browser offer passkeys in the e-mail field, and by a button. Shows nothing where the browser has none. */
export function PasskeySignIn({ audience, onSignedIn }: PasskeySignInProps) {
  const hasPasskeys = useHasPasskeys()
  const [failure, setFailure] = useState<string>()
  /** Grows with each failed try by the button, after which the field offers passkeys again. */
  const [tries, setTries] = useState(0)
  const offering = useRef<AbortController>(undefined)
  const { isBusy, run } = useTask()

  useEffect(() => {
    if (!hasPasskeys) return undefined
    const ending = new AbortController()
    offering.current = ending
    const offer = async () => {
      const ceremonies = await loadCeremonies()
      if (ending.signal.aborted) return
      ending.signal.addEventListener('abort', ceremonies.endOffer)
      try {
        if (!(await ceremonies.offerPasskeys(audience, ending.signal))) return
        toastSuccess(WORDINGS.session.signedIn)
        await onSignedIn()
      } catch (error) {
        setFailure(messageOf(error, WORDINGS.session.signInFailed))
        toastError(messageOf(error, WORDINGS.session.signInFailed))
      }
    }
    // Without the code the field works as it does without passkeys.
    offer().catch(() => {})
    return () => ending.abort()
  }, [audience, hasPasskeys, onSignedIn, tries])

  async function signIn() {
    setFailure(undefined)
    offering.current?.abort()
    const ceremonies = await loadCeremonies()
    try {
      await ceremonies.signInByPasskey(audience)
      toastSuccess(WORDINGS.session.signedIn)
      await onSignedIn()
    } catch (error) {
      setFailure(messageOf(error, WORDINGS.session.signInFailed))
      setTries((count) => count + 1)
    }
  }

  if (!hasPasskeys) return null
  return (
    <div className="mt-3 grid gap-3">
      <Button variant="outline" isPending={isBusy} onClick={() => void run(signIn)}>
        Use a passkey
      </Button>
      <p role="status" className="field-error empty:hidden">
        {failure}
      </p>
    </div>
  )
}
