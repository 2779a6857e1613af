import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

import { mailHeaders, type Mail, type Sender } from '#server/mails/transport/mail-headers.ts'

/** No mail can be sent now: no connection, a time-out, a rejected sign-in, a folder that cannot be written. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable'
}

/** Sends mail. */
export interface Mailer {
  /**
   * Resolves when the server has accepted the mail. Rejects with `MailUnavailable` when nothing can be sent now or the
   * signal aborts in time, and with another error when this one mail was rejected. It does not try again.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>
  close(): void
}

/** How long a server may be silent. A whole mail may take twice as long. */
const SILENCE_MS = 10_000

// Nodemailer must not read attachments from files or addresses.
const OPTIONS = { disableFileAccess: true, disableUrlAccess: true }

/** True if the server rejects only this mail. Its answer 421 means that it takes no mail at all. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const answer = 'responseCode' in error ? error.responseCode : undefined
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && answer !== 421
}

/** The server's message for the log, without the receiver's address, which it often quotes. */
function withoutReceiver(error: unknown, { to }: Mail): Error {
  const words = error instanceof Error ? error.message : String(error)
  return new Error(words.replaceAll(new RegExp(RegExp.escape(to), 'gi'), 'the receiver'))
}

/**
 * Mail over SMTP. With `isEncrypted`, a server that does not encrypt gets no mail and no password. Each mail has its
 * own connection, so a connection that hangs delays only one mail.
 */
export function smtpMailer(
  smtpUrl: string,
  sender: () => Sender,
  { silenceMs = SILENCE_MS, isEncrypted = false }: { silenceMs?: number; isEncrypted?: boolean } = {},
): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    dnsTimeout: silenceMs,
    socketTimeout: silenceMs,
    socketCloseTimeout: 1000,
    requireTLS: isEncrypted,
    ...OPTIONS,
  })
  return {
    async send(mail, signal) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(2 * silenceMs)])
      try {
        await transport.sendMail({ ...mailHeaders(sender(), mail), signal: deadline })
      } catch (error) {
        const cause = withoutReceiver(error, mail)
        throw isRefusal(error) ? cause : new MailUnavailable('the mail server cannot be used', { cause })
      }
    },
    close: () => transport.close(),
  }
}

/** Mail as files in a folder: one message a file, named by its time. */
export function folderMailer(folder: string, sender: () => Sender): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, ...OPTIONS })
  return {
    async send(mail, signal) {
      const { message } = await composer.sendMail(mailHeaders(sender(), mail))
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}.eml`
      try {
        // The signal is not checked again: half a file would look like a mail.
        signal.throwIfAborted()
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(join(folder, name), message, { flag: 'wx', mode: 0o600 })
      } catch (error) {
        throw new MailUnavailable(`mail cannot be written to ${folder}`, { cause: error })
      }
    },
    close: () => composer.close(),
  }
}
