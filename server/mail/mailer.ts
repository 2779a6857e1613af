import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail. Rejects when the mail was not accepted; whoever sends decides whether to try again. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

/** Mail over SMTP, from the given address. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(smtpUrl)
  return {
    send: async (mail) => void (await transport.sendMail({ from, ...mail })),
    close: () => transport.close(),
  }
}

/** Mail as files in a folder, for development: one file a mail, named by its time. */
export function folderMailer(folder: string, from: string): Mailer {
  let count = 0
  return {
    send: async ({ to, subject, text }) => {
      await mkdir(folder, { recursive: true })
      count += 1
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${count}.eml`
      await writeFile(join(folder, name), `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`)
    },
    close: () => {},
  }
}
