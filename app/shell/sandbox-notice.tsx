import { useShop } from '#app/api/use-shop.ts'

/** The strip at the top of every page of a shop that takes emulated payments from anybody. */
export function SandboxNotice() {
  return (
    useShop().hasSandboxNotice && <p className="sandbox-notice">Sandbox: payments are emulated and no money moves.</p>
  )
}
