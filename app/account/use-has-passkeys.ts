import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether this browser knows passkeys at this address; false until the page is hydrated. */
export const useHasPasskeys = (): boolean =>
  useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => false,
  )
