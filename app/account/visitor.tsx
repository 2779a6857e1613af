import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'

import { deletePersonalData } from '#app/account/personal-storage.ts'
import { isHinted } from '#app/account/signed-in-hint.ts'
import { browserApi } from '#app/api/browser-api.ts'
import { onOtherTab } from '#app/api/other-tabs.ts'
import { useLatestCall } from '#app/api/use-latest-call.ts'
import type { User } from '#contract/accounts/accounts.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { isShopError } from '#contract/api/errors.ts'

/** The visitor's personal data. Fetched after hydration, because cached pages are the same for everyone. */
export interface Visitor {
  status: 'loading' | 'ready'
  customer: User | undefined
  admin: (User & { staffRole: StaffRole }) | undefined
  cart: Cart | undefined
  /** Fetches again who is signed in. Resolves when the answer is set, or dropped for a later one. */
  refresh(): Promise<void>
  /**
   * Call it before a call that returns the cart; the function that it returns sets that cart. That function returns
   * false, and does nothing, if another customer, or nobody, is signed in by then.
   */
  startCartCall(): (cart: Cart | undefined) => boolean
}

const VisitorContext = createContext<Visitor | undefined>(undefined)

/** Undefined for 401 and 403, which are expected answers, and while the server cannot be reached. */
async function orNobody<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call
  } catch (error) {
    if (!isShopError(error)) console.warn('The shop could not be reached.')
    return undefined
  }
}

type Personal = Pick<Visitor, 'customer' | 'admin' | 'cart'>

async function fetchPersonal(): Promise<Personal> {
  // Without a hint cookie no call is made: most visitors have no session, and these calls cannot be cached.
  const hasCustomer = isHinted('customer')
  const [customer, adminAnswer] = await Promise.all([
    hasCustomer ? orNobody(browserApi.getMe()) : undefined,
    isHinted('admin') ? orNobody(browserApi.getAdminMe()) : undefined,
  ])
  // The server deletes the hint when the session has ended; a lost connection does not.
  if (hasCustomer && !isHinted('customer')) deletePersonalData()
  const cart = customer && (await orNobody(browserApi.getCart()))
  const admin: Personal['admin'] = adminAnswer && { ...adminAnswer.user, staffRole: adminAnswer.staffRole ?? 'owner' }
  return { customer, admin, cart }
}

const NOBODY: Personal = { customer: undefined, admin: undefined, cart: undefined }

export function VisitorProvider({ children }: { children: ReactNode }) {
  const [status, setStatus] = useState<Visitor['status']>('loading')
  const [personal, setPersonal] = useState(NOBODY)

  const startCall = useLatestCall()
  const customerId = useRef<string>(undefined)

  const refresh = useCallback(async () => {
    const isLatest = startCall()
    const isCartLatest = startCall('cart')
    const fresh = await fetchPersonal()
    if (!isLatest()) return
    const freshId = fresh.customer?._id
    const isOther = customerId.current !== undefined && customerId.current !== freshId
    customerId.current = freshId
    // A cart that a call has returned meanwhile is newer than the one that was read.
    const isCartRead = isCartLatest() || freshId === undefined || isOther
    setPersonal((current) => (isCartRead ? fresh : { ...fresh, cart: current.cart }))
    setStatus('ready')
  }, [startCall])
  const startCartCall = useCallback(() => {
    const callerId = customerId.current
    return (cart: Cart | undefined) => {
      if (callerId !== undefined && callerId !== customerId.current) return false
      startCall('cart')
      setPersonal((current) => ({ ...current, cart }))
      return true
    }
  }, [startCall])
  useEffect(() => void refresh(), [refresh])
  useEffect(
    () =>
      onOtherTab(() => {
        if (customerId.current !== undefined) browserApi.getCart().then(startCartCall(), () => undefined)
      }),
    [startCartCall],
  )

  const visitor = useMemo(
    () => ({ status, ...personal, refresh, startCartCall }),
    [status, personal, refresh, startCartCall],
  )
  return <VisitorContext value={visitor}>{children}</VisitorContext>
}

/** The current visitor. Must be used below `VisitorProvider`. */
export function useVisitor(): Visitor {
  const visitor = use(VisitorContext)
  if (!visitor) throw new Error('useVisitor needs a VisitorProvider above it')
  return visitor
}

/** The number of items in the cart: the sum of all quantities. */
export function itemsIn(cart: Cart | undefined): number {
  return cart?.cart.reduce((sum, line) => sum + line.quantity, 0) ?? 0
}
