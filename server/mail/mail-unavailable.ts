/** No mail can be sent at present: no connection, a time-out, a sign-in that is refused, a folder that cannot be written. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable'
}
