import { z } from 'zod'

import { MAX_CONTACT_DIGITS } from '#contract/contact-rules.ts'
import { email, pageQuery, soughtText, text, time } from '#contract/shapes.ts'
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
})
export type ContactListQuery = z.input<typeof ContactListQuery>
