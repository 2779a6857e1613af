import { expect, test } from 'vitest'

import { mailboxKey } from '#server/accounts/confirmation/mailbox-key.ts'

test.each([
  ['asha@example.com', 'asha@example.com'],
  [' Asha@EXAMPLE.com ', 'asha@example.com'],
  ['asha+shop@example.com', 'asha@example.com'],
  ['asha+a+b@example.com', 'asha@example.com'],
  ['+asha@example.com', '+asha@example.com'],
  ['asha.rao@example.com', 'asha.rao@example.com'],
  ['a.sha.rao+x@gmail.com', 'asharao@gmail.com'],
  ['asha.rao@GoogleMail.com', 'asharao@gmail.com'],
  ['asha@gmail.com.example', 'asha@gmail.com.example'],
])('mails to %j count for %j', (address, mailbox) => {
  expect(mailboxKey(address)).toBe(mailbox)
})
