import { z } from 'zod'

import { CONTACT_SORTS, MAX_ANSWER_CHARACTERS, MAX_CONTACT_DIGITS } from '#contract/contacts/contact-limits.ts'
import { CONTACT_STATES } from '#contract/contacts/contact-states.ts'
import { StaffOrder } from '#contract/orders/orders.ts'
import { email, id, longText, pageQuery, soughtText, text, time } from '#contract/schemas/basic-schemas.ts'
import { indianPhone } from '#contract/schemas/phone-number.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

export const ContactForm = z.strictObject({
  firstName: text(100),
  lastName: text(100),
  email,
  contactNumber: text(40)
    .overwrite((typed) => indianPhone(typed) ?? typed)
    .regex(/^\d+$/, { error: 'A contact number holds digits only.' })
    .max(MAX_CONTACT_DIGITS, { error: WORDINGS.contact.numberTooLong }),
  subject: text(200),
  message: longText(5000),
})
export type ContactForm = z.infer<typeof ContactForm>

/** `ticket` is the number of the message, such as `T-7K3QF9`. */
export const ContactSubmitted = z.object({ message: z.string(), ticket: z.string() })
export type ContactSubmitted = z.infer<typeof ContactSubmitted>

export const Contact = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  contactNumber: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: time,
  isRead: z.boolean(),
  ticket: z.string(),
  state: z.enum(CONTACT_STATES),
  /** Until when an open ticket must be answered, or an answered one ended; null for a closed one. */
  dueAt: time.nullable(),
})
export type Contact = z.infer<typeof Contact>

export const ContactListQuery = z.strictObject({
  ...pageQuery,
  isRead: z.enum(['true', 'false']).optional(),
  search: soughtText(200).optional(),
  state: z.enum(CONTACT_STATES).optional(),
  /** Those whose time is up within a day, or is up already. */
  due: z.enum(['soon']).optional(),
  /** `unread`: unread ones before the others, each newest first. `due`: what ends soonest first, closed ones last. */
  sort: z.enum(CONTACT_SORTS).optional(),
})
export type ContactListQuery = z.input<typeof ContactListQuery>

/** As many messages as a page may have. */
const contactIds = z
  .array(id)
  .min(1, { error: 'Please choose a message.' })
  .max(100, { error: 'At most 100 messages.' })

export const ContactsMarking = z.strictObject({ ids: contactIds, isRead: z.boolean() })
export type ContactsMarking = z.infer<typeof ContactsMarking>

export const ContactsDeletion = z.strictObject({ ids: contactIds })
export type ContactsDeletion = z.infer<typeof ContactsDeletion>

/** The changed messages. Deleted ones are left out. */
export const ContactsAnswer = z.object({ message: z.string(), contacts: z.array(Contact) })
export type ContactsAnswer = z.infer<typeof ContactsAnswer>

/** The ids of the deleted messages. */
export const ContactsGone = z.object({ message: z.string(), ids: z.array(z.string()) })
export type ContactsGone = z.infer<typeof ContactsGone>

/** What the shop wrote to the sender. */
export const ContactAnswer = z.object({
  _id: z.string(),
  text: z.string(),
  /** Who wrote it; null if the account is gone. */
  by: z.string().nullable(),
  createdAt: time,
  /** What became of its mail; null while it waits to be sent. `limited`: the address had too many mails that day. */
  mail: z.enum(['sent', 'limited', 'failed']).nullable(),
})
export type ContactAnswer = z.infer<typeof ContactAnswer>

/** A message with all that was written to its sender, oldest first, and what its sender bought. */
export const ContactThread = z.object({
  contact: Contact,
  answers: z.array(ContactAnswer),
  /**
   * The account with the sender's e-mail address and its newest orders; null if there is none. No orders for who has no
   * part in them, and none of their money for who does not see it.
   */
  sender: z.object({ isConfirmed: z.boolean(), orders: z.array(StaffOrder) }).nullable(),
})
export type ContactThread = z.infer<typeof ContactThread>

export const ContactAnswering = z.strictObject({
  text: longText(MAX_ANSWER_CHARACTERS),
  /** How many answers the writer has seen. If there are others by now, it is a conflict. */
  seen: z.number({ error: 'Please say how many answers you have seen.' }).int().min(0).max(100_000),
})
export type ContactAnswering = z.infer<typeof ContactAnswering>

export const ContactAnswered = z.object({ message: z.string(), thread: ContactThread })
export type ContactAnswered = z.infer<typeof ContactAnswered>

export const ContactClosing = z.strictObject({ isClosed: z.boolean({ error: 'Please say whether it is closed.' }) })
export type ContactClosing = z.infer<typeof ContactClosing>

export const ContactCountsQuery = z.strictObject({ search: ContactListQuery.shape.search })
export type ContactCountsQuery = z.input<typeof ContactCountsQuery>

/** How many messages there are, all and by state; of `dueSoon` the time is up within a day. */
export const ContactCounts = z.object({
  all: z.number().int(),
  unread: z.number().int(),
  read: z.number().int(),
  dueSoon: z.number().int(),
  open: z.number().int(),
  answered: z.number().int(),
  closed: z.number().int(),
})
export type ContactCounts = z.infer<typeof ContactCounts>
