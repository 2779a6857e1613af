import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

import { copyText } from '#app/admin/shell/copy-text.ts'

const COPIED_SHOWN_MS = 2000

/** Copies a text. `name` says what it is: 'the id of order #DC6669'. */
export function CopyButton({ text, name, label }: { text: string; name: string; label?: string | undefined }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => setIsCopied(await copyText(text))
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      className={label === undefined ? 'copy-button' : 'btn btn-outline btn-small'}
      aria-label={`Copy ${name}`}
      title={`Copy ${name}`}
      onClick={() => void copy()}
    >
      <Icon size={14} aria-hidden="true" />
      <span>{label}</span>
      <span role="status" className="visually-hidden">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  )
}
