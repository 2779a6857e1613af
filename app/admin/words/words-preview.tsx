import { useState } from 'react'

import { MailFrame } from '#app/admin/mails/mail-frame.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { toastFailure } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { MailName, MailPreview } from '#contract/words/mail-names.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

interface WordsPreviewProps {
  title: string
  mail: MailName
  /** The mail with the saved words. */
  saved: MailPreview
  /** What is typed now, by the names of the words. */
  readTyped(): Record<string, string>
}

/** A mail with example data beside its words; the button shows it with what is typed, before that is saved. */
export function WordsPreview({ title, mail, saved, readTyped }: WordsPreviewProps) {
  const [typed, setTyped] = useState<MailPreview>()
  const { isBusy, run } = useTask()
  async function preview() {
    try {
      setTyped(await browserApi.previewWords({ mail, words: readTyped() }))
    } catch (error) {
      toastFailure(error, WORDINGS.fallback)
    }
  }
  const shown = typed ?? saved
  return (
    <section aria-labelledby="words-preview" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="words-preview" className="admin-subtitle">
          Preview
        </h2>
        <Button variant="outline" isSmall isPending={isBusy} onClick={() => void run(preview)}>
          Preview what is typed
        </Button>
      </div>
      <div role="status">
        <p className="mt-2 font-bold wrap-anywhere">{shown.subject}</p>
        <p className="mb-3 text-sm wrap-anywhere text-muted">{shown.preheader}</p>
      </div>
      <MailFrame title={title} html={shown.html} width="600" look="light" />
    </section>
  )
}
