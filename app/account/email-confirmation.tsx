import { useState, type SubmitEvent } from 'react'

import { browserApi } from '#app/api/browser-api.ts'
import { useShop } from '#app/api/use-shop.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { Button } from '#app/ui/button.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { Api } from '#contract/api/api.ts'

/** Requests the mail with the confirmation link. Returns the message to show, also after a failure. */
export async function requestMail(api: Api): Promise<string> {
  try {
    return (await api.requestEmailConfirmation()).message
  } catch (error) {
    return messageOf(error, 'The mail could not be sent. Please try again later.')
  }
}

interface EmailConfirmationProps {
  isConfirmed: boolean
  /** The answer to a browser that sent the form without JavaScript. */
  answer: string | undefined
}

/** Shows whether the e-mail address is confirmed, and what to do if not. */
export function EmailConfirmation({ isConfirmed, answer: first }: EmailConfirmationProps) {
  const { sendsMail } = useShop()
  if (isConfirmed) return <p className="text-muted">Confirmed</p>

  return (
    <div className="grid gap-3">
      <p>
        Not confirmed yet. Please open the link in our mail: until then mails about your orders do not say what you
        bought, and all others come at most once a day.
        {sendsMail && <span> Reviews, and erasing your account, wait for it, too.</span>}
      </p>
      <ConfirmationMail answer={first} />
    </div>
  )
}

/** A button that asks for a new confirmation mail, and the answer. Without JavaScript the profile shows the answer. */
export function ConfirmationMail({ answer: first }: Partial<Pick<EmailConfirmationProps, 'answer'>>) {
  const [answer, setAnswer] = useState(first)
  const { isBusy, run } = useTask()
  function ask(event: SubmitEvent) {
    event.preventDefault()
    void run(async () => setAnswer(await requestMail(browserApi)))
  }
  return (
    <form method="post" action="/user-profile" onSubmit={ask} className="grid justify-items-start gap-3">
      <p role="status" className="font-semibold empty:hidden">
        {answer}
      </p>
      {!answer && (
        <Button type="submit" variant="outline" isSmall isPending={isBusy} pendingText="Sending...">
          Send me a new mail
        </Button>
      )}
    </form>
  )
}
