import { Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { wantedQuery } from '#app/cart/wanted-product-query.ts'
import { toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** Undefined for a product without sizes. */
type Size = string | undefined

interface BackInStockButtonProps {
  productId: string
  size: Size
}

/** Beside a sold-out size: asks for one mail when it is back, or takes that back. A visitor signs in first. */
export function BackInStockButton({ productId, size }: BackInStockButtonProps) {
  const { customer } = useVisitor()
  const navigate = useNavigate()
  const { isBusy, run } = useTask()
  const [listed, setListed] = useState<readonly Size[]>([])
  /**
   * By size, whether the last press asked for a mail. It overrides the list, which may have been read before the press.
   */
  const [pressed, setPressed] = useState<ReadonlyMap<Size, boolean>>(new Map())
  const [failure, setFailure] = useState<string>()
  const id = customer?._id
  useEffect(() => {
    if (id === undefined) return
    browserApi.listStockRequests().then(
      ({ requests }) => setListed(requests.filter((one) => one.productId === productId).map((one) => one.size)),
      () => undefined,
    )
  }, [id, productId])
  const isAsked = pressed.get(size) ?? listed.includes(size)

  async function toggle() {
    if (!customer) return navigate(`/signin${wantedQuery({ productId, size, wantsMail: true })}`)
    const call = isAsked ? browserApi.cancelStockRequest : browserApi.requestStock
    setFailure(undefined)
    try {
      toastSuccess((await call(productId, size)).message)
      setPressed((known) => new Map(known).set(size, !isAsked))
    } catch (error) {
      toastFailure(error, WORDINGS.fallback)
      setFailure(messageOf(error, WORDINGS.fallback))
    }
  }

  return (
    <div className="grid gap-2">
      <button type="button" className="btn btn-outline" disabled={isBusy} onClick={() => void run(toggle)}>
        <Mail size={18} aria-hidden="true" />
        <span>{isAsked ? 'Do not e-mail me' : `E-mail me when ${size ?? 'it'} is back`}</span>
      </button>
      {failure && <p className="field-error">{failure}</p>}
      <p className="text-center text-xs text-muted">
        {isAsked ? `We will e-mail you once ${size ?? 'it'} is back.` : 'One e-mail, in the order of asking.'}
      </p>
    </div>
  )
}
