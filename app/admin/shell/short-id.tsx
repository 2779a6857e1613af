import { copyText } from '#app/admin/shell/copy-text.ts'
import { toastSuccess } from '#app/ui/toast.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { shortIdOf } from '#contract/schemas/short-id.ts'

/**
 * An id as its last six characters. A click copies the whole id, which is also in the page's text for screen readers
 * and "Find".
 */
export function ShortId({ id }: { id: string }) {
  const short = `#${shortIdOf(id)}`
  async function copy() {
    if (await copyText(id)) toastSuccess(`Copied ${short}`)
  }
  return (
    <button type="button" className="short-id" title={`${id}: copy`} onClick={() => void copy()}>
      <VisuallyHidden>Copy </VisuallyHidden>
      <span>{`${short} `}</span>
      <VisuallyHidden>
        <code>{id}</code>
      </VisuallyHidden>
    </button>
  )
}
