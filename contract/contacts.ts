import { z } from 'zod'

import { CONTACT_SORTS, MAX_CONTACT_DIGITS } from '#contract/contact-rules.ts'
import { email, id, pageQuery, soughtText, text, time } from '#contract/shapes.ts'
import { WORDINGS } from '#contract/wordings.ts'

export const ContactForm = z.strictObject({
  firstName: text(100),
  lastName: text(100),
  email,
  contactNumber: text(40)
    .regex(/^\d+$/, { error: 'A contact number holds digits only.' })
    .max(MAX_CONTACT_DIGITS, { error: WORDINGS.contact.numberTooLong }),
  subject: text(200),
  message: text(5000),
})
export type ContactForm = z.infer<typeof ContactForm>

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
})
export type Contact = z.infer<typeof Contact>

export const ContactListQuery = z.strictObject({
  ...pageQuery,
  isRead: z.enum(['true', 'false']).optional(),
  search: soughtText(200).optional(),
  /** `unread`: unread ones before the others, each newest first. */
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
