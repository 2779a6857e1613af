import { useState } from 'react'
import { Link } from 'react-router'

import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import { AnswerForm } from '#app/admin/contacts/answer-form.tsx'
import { ContactDeadline } from '#app/admin/contacts/contact-deadline.tsx'
import type { ContactActions } from '#app/admin/contacts/use-live-contacts.ts'
import { useContactThread } from '#app/admin/contacts/use-contact-thread.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { OrderStatusBadge } from '#app/orders/order-status-badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { formatDate, formatDateTime } from '#app/ui/format-date.ts'
import { Loading } from '#app/ui/spinner.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { Contact, ContactAnswer, ContactThread } from '#contract/contacts/contacts.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { formatTotal } from '#contract/units/money.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const MAIL_WORDS = {
  sent: 'sent by mail',
  limited: 'not sent: this address had too many mails that day',
  failed: 'not sent: the mail server did not take it for a day',
}

function Answer({ answer: { text, by, createdAt, mail } }: { answer: ContactAnswer }) {
  return (
    <li className="border-s-4 border-marigold ps-4">
      <p className="text-sm text-muted">
        {`${by ?? 'Somebody who is gone'} · ${formatDateTime(createdAt)} · ${mail === null ? 'goes out by mail' : MAIL_WORDS[mail]}`}
      </p>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{text}</p>
    </li>
  )
}

function SenderOrders({ thread: { contact, sender } }: { thread: ContactThread }) {
  return (
    <section aria-label="Orders of the sender" className="card self-start p-4">
      <h3 className="font-semibold">Orders of the sender</h3>
      <p className="mt-1 text-sm text-muted">
        {sender
          ? `An account has this address; it is ${sender.isConfirmed ? 'confirmed' : 'not confirmed'}. Anybody can type an address into the form: the answer goes there and nowhere else.`
          : 'No account has this address.'}
      </p>
      {sender?.orders.length === 0 && <p className="mt-3 text-sm">No orders yet.</p>}
      {sender && sender.orders.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {sender.orders.map(({ _id, status, totalAmount, createdAt }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
              <Link className="link font-semibold" to={`/admin/orders/${_id}`}>
                {`#${shortIdOf(_id)}`}
              </Link>
              {totalAmount !== null && <span className="price">{formatTotal(totalAmount)}</span>}
              <OrderStatusBadge status={status} />
              <span className="tabular-nums text-muted">{formatDate(createdAt)}</span>
            </li>
          ))}
          <li>
            <Link className="link text-sm" to={`/admin/neworders?search=${encodeURIComponent(contact.email)}`}>
              All orders
            </Link>
          </li>
        </ul>
      )}
    </section>
  )
}

function Sender({ contact: { firstName, lastName, email, contactNumber, createdAt } }: { contact: Contact }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
      <span>{`${firstName} ${lastName}`}</span>
      <a className="link" href={`mailto:${email}`}>
        <BreakableEmail email={email} />
      </a>
      <a className="link whitespace-nowrap" href={`tel:+91${contactNumber}`}>
        {contactNumber}
      </a>
      <span className="text-muted">{formatDateTime(createdAt)}</span>
    </p>
  )
}

interface ContactDialogProps {
  id: string
  actions: ContactActions
  now: number
  /** What was typed for this message before and not sent. */
  draft: string
  onDraft(text: string): void
  onClose(): void
}

/** A message over the list: what was written, the answer, and what its sender bought. Opening it marks it as read. */
export function ContactDialog({ id, actions, now, draft, onDraft, onClose }: ContactDialogProps) {
  const { thread, failure, setThread, reload } = useContactThread(id, ({ contact }) => void actions.markOpened(contact))
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useTask()
  const contact = thread?.contact

  function show(next: ContactThread) {
    setThread(next)
    actions.change([next.contact])
  }
  async function close(isClosed: boolean) {
    if (!thread) return
    setProblem(undefined)
    try {
      show({ ...thread, contact: await browserApi.closeContact(id, isClosed) })
    } catch (error) {
      setProblem(messageOf(error, WORDINGS.fallback))
    }
  }

  return (
    <Dialog title={contact ? `Message ${contact.ticket}` : 'Message'} isOpen onClose={onClose} width="68rem">
      <LoadFailure failure={failure} />
      {!thread && failure === undefined && <Loading text="Loading..." />}
      {thread && contact && (
        <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
          <div className="min-w-0">
            <h3 className="text-lg font-semibold wrap-anywhere">{contact.subject}</h3>
            <Sender contact={contact} />
            <div className="mt-3 flex flex-wrap items-center justify-between gap-3 text-sm">
              <p>
                <ContactDeadline contact={contact} now={now} />
              </p>
              <Button
                variant="outline"
                isSmall
                isPending={isBusy}
                onClick={() => void run(() => close(contact.state !== 'closed'))}
              >
                {contact.state === 'closed' ? 'Open again' : 'Close ticket'}
              </Button>
            </div>
            {problem !== undefined && (
              <p role="alert" className="field-error mt-2">
                {problem}
              </p>
            )}
            <p className="mt-4 whitespace-pre-wrap wrap-anywhere">{contact.message}</p>
            {thread.answers.length > 0 && (
              <ul aria-label="Answers" className="mt-5 grid gap-4">
                {thread.answers.map((answer) => (
                  <Answer key={answer._id} answer={answer} />
                ))}
              </ul>
            )}
            <AnswerForm
              id={id}
              seen={thread.answers.length}
              draft={draft}
              onDraft={onDraft}
              onAnswer={show}
              onConflict={() => void reload()}
            />
          </div>
          <SenderOrders thread={thread} />
        </div>
      )}
    </Dialog>
  )
}
