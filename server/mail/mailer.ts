import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

import { MailUnavailable } from '#server/mail/mail-unavailable.ts'

export interface Mail {
  /** The same for the same mail sent twice: by it a mailbox knows that it has it already. Letters, digits, `.` and `-`. */
  id: string
  /** One bare address; whatever it holds, no further receiver and no further header comes of it. */
  to: string
  subject: string
  /** Plain text. */
  text: string
}

/** Sends mail. */
export interface Mailer {
  /**
   * Resolves once the mail was taken. Rejects with `MailUnavailable` where nothing can be sent at present, or where the
   * signal aborts before the mail is on its way for good, and with anything else where this one mail was refused; whoever
   * sends decides whether to try again.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>
  close(): void
}

export interface Sender {
  name: string
  address: string
}

/** Who mails come from, by the setting `MAIL_FROM`: an address under the shop's name, or `Name <address>`. */
export function senderOf(mailFrom: string, shopName: string): Sender {
  const [, name, address] = /^(.*?)\s*<([^<>]*)>$/.exec(mailFrom) ?? []
  return { name: name || shopName, address: address ?? mailFrom }
}

/** How long a server may be silent. A whole mail may take twice as long, however often the server says a little. */
const SILENCE_MS = 10_000

// The receiver goes in as an object, which is never parsed as a list, and nothing is ever read from files or addresses.
const OPTIONS = { disableFileAccess: true, disableUrlAccess: true }

const envelope = (from: Sender, { id, to, subject, text }: Mail) => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  messageId: `<${id}@${from.address.split('@').at(-1)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

/** Whether the server speaks and only refuses this one mail; 421 says that it wants no mail at all. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const answer = 'responseCode' in error ? error.responseCode : undefined
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && answer !== 421
}

/** The server's words, which go to the log, without the receiver, whom they often name. */
function quoted(error: unknown, { to }: Mail): Error {
  const words = error instanceof Error ? error.message : String(error)
  return new Error(words.replaceAll(new RegExp(RegExp.escape(to), 'gi'), 'the receiver'))
}

/**
 * Mail over SMTP. With `isEncrypted` no mail, and no password, goes to a server that does not encrypt. Each mail has a
 * connection of its own: a server that hangs holds up nothing but that one.
 */
export function smtpMailer(
  smtpUrl: string,
  from: Sender,
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
      const patience = AbortSignal.any([signal, AbortSignal.timeout(2 * silenceMs)])
      try {
        await transport.sendMail({ ...envelope(from, mail), signal: patience })
      } catch (error) {
        const cause = quoted(error, mail)
        throw isRefusal(error) ? cause : new MailUnavailable('the mail server cannot be used', { cause })
      }
    },
    close: () => transport.close(),
  }
}

/** Mail as files in a folder: one whole message a file, named by its time. */
export function folderMailer(folder: string, from: Sender): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, ...OPTIONS })
  return {
    async send(mail, signal) {
      const { message } = await composer.sendMail(envelope(from, mail))
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}.eml`
      try {
        // Once the file is begun it is finished: half a mail would look like one.
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
