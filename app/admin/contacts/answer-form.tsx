import { useState } from 'react'

import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { MAX_ANSWER_CHARACTERS } from '#contract/contacts/contact-limits.ts'
import type { ContactThread } from '#contract/contacts/contacts.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { isShopError } from '#contract/api/errors.ts'

interface AnswerFormProps {
  id: string
  /** How many answers stand above the form. */
  seen: number
  draft: string
  onDraft(text: string): void
  onAnswer(thread: ContactThread): void
  /** Somebody else has answered meanwhile. */
  onConflict(): void
}

/** Answers a message by mail. A text that was not sent stays in the field. */
export function AnswerForm({ id, seen, draft, onDraft, onAnswer, onConflict }: AnswerFormProps) {
  const [text, setText] = useState(draft)
  const [failure, setFailure] = useState<string>()
  const [sent, setSent] = useState('')
  const { isBusy, run } = useTask()

  function type(typed: string) {
    setText(typed)
    onDraft(typed)
  }
  async function send() {
    setFailure(undefined)
    setSent('')
    try {
      const { message, thread } = await browserApi.answerContact(id, { text, seen })
      onAnswer(thread)
      type('')
      setSent(message)
    } catch (error) {
      setFailure(messageOf(error, 'Failed to send the answer'))
      if (isShopError(error) && error.code === 'conflict') onConflict()
    }
  }

  return (
    <form
      className="mt-6 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void run(send)
      }}
    >
      <TextAreaField
        label="Your answer"
        hint="Goes to the sender by mail and stays here."
        rows={5}
        required
        readOnly={isBusy}
        maxLength={MAX_ANSWER_CHARACTERS}
        value={text}
        error={failure}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isPending={isBusy} pendingText="Sending...">
          Send answer
        </Button>
        <span role="status" className="font-semibold text-status-delivered">
          {sent}
        </span>
      </div>
    </form>
  )
}
