import { useEffect, type ReactNode } from 'react'
import { useNavigate, useNavigation } from 'react-router'

import { useVisitor } from '#app/account/visitor.tsx'
import { useDeferred } from '#app/api/use-deferred.ts'
import { Loading } from '#app/ui/spinner.tsx'
import type { User } from '#contract/accounts/accounts.ts'

interface SessionGuardProps<Person> {
  audience: 'customer' | 'admin'
  /** The person who is signed in, or null. */
  user: Person | null | Promise<Person | null>
  signInPath: string
  children: (user: Person) => ReactNode
}

/**
 * Shows guarded screens while somebody is signed in. A navigation shows the new screen and checks the session
 * meanwhile.
 */
export function SessionGuard<Person extends User>({
  audience,
  user: loading,
  signInPath,
  children,
}: SessionGuardProps<Person>) {
  const { value: answer, latest: user } = useDeferred<Person | null>(loading)
  const { status, refresh, [audience]: known } = useVisitor()
  const navigate = useNavigate()
  // A new password ends the session by which the page was still asking; what is sent is then followed by a new answer.
  const isSending = useNavigation().formData !== undefined
  // The header does not know this session yet.
  const isUnknown = Boolean(user) && status === 'ready' && !known
  useEffect(() => {
    if (isUnknown) void refresh()
  }, [isUnknown, refresh])
  useEffect(() => {
    if (answer === null && !isSending) void navigate(signInPath, { replace: true })
  }, [answer, isSending, navigate, signInPath])
  return user ? children(user) : <Loading text="Loading..." />
}
