import { z } from 'zod'

import { email, text, time } from '#contract/shapes.ts'

const password = z.string({ error: 'Please enter a password.' })

export const Registration = z.strictObject({
  firstname: text(100),
  lastname: text(100),
  email,
  password: password
    .min(8, { error: 'A password has at least 8 characters.' })
    .max(200, { error: 'A password has at most 200 characters.' }),
  phone: text(30, 'Please enter a phone number.')
    .transform((value) => value.replaceAll(/\D/g, ''))
    .pipe(z.string().min(1, { error: 'Please enter a phone number.' }).max(15, { error: 'At most 15 digits.' })),
})
export type Registration = z.input<typeof Registration>

export const Credentials = z.strictObject({
  email: z
    .string({ error: 'Please enter an e-mail address.' })
    .trim()
    .min(1, { error: 'Please enter an e-mail address.' })
    .max(254),
  password: password.min(1, { error: 'Please enter a password.' }).max(200),
})
export type Credentials = z.infer<typeof Credentials>

export const User = z.object({
  _id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.string(),
  createdAt: time,
})
export type User = z.infer<typeof User>

export const UserAnswer = z.object({ message: z.string(), user: User })
export type UserAnswer = z.infer<typeof UserAnswer>

export const AdminMe = z.object({ user: User })
export type AdminMe = z.infer<typeof AdminMe>
