import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inspect } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { senderOf, type Mail } from '#server/mails/transport/mail-headers.ts'
import { folderMailer, MailUnavailable, smtpMailer } from '#server/mails/transport/mailer.ts'

const SENDER = { name: 'Käfer & Sons', address: 'orders@shop.example' }
const MAIL: Mail = {
  id: 'abc.received',
  to: 'asha@example.com',
  subject: 'Order #1 ✓',
  text: 'Total: ₹1,499.00\n.\nend',
  html: '<p>Total: ₹1,499.00</p>',
}
const NEVER = new AbortController().signal

const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  )

/** A mail server that takes what it is given; `answers` has other answers to some commands, null for none at all. */
async function startSink(answers: Record<string, string | null> = {}) {
  const heard: string[] = []
  const sink = createServer((socket) => {
    const say = (command: string, usual: string) => {
      const answer = command in answers ? answers[command] : usual
      if (answer) socket.write(`${answer}\r\n`)
    }
    let isMessage = false
    socket.on('error', () => undefined)
    say('CONNECT', '220 sink')
    const lines = createInterface({ input: socket })
    // `readline` emits the errors of the socket again.
    lines.on('error', () => undefined)
    lines.on('line', (line) => {
      heard.push(line)
      if (isMessage && line !== '.') return
      if (line === 'DATA') say('DATA', '354 go on')
      else say(isMessage ? '.' : line.split(' ')[0]!, '250 fine')
      isMessage = line === 'DATA'
    })
  })
  await new Promise<void>((resolve) => void sink.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void sink.close())
  return { url: `smtp://127.0.0.1:${(sink.address() as AddressInfo).port}`, heard }
}

test('a server that offers no encryption gets neither password nor mail where encryption is a must', async () => {
  const { url, heard } = await startSink({ EHLO: '250-sink\r\n250 AUTH PLAIN' })
  const withPassword = url.replace('smtp://', 'smtp://user:secret@')
  const mailer = smtpMailer(withPassword, () => SENDER, { isEncrypted: true })
  await expect(mailer.send(MAIL, NEVER)).rejects.toBeInstanceOf(MailUnavailable)
  mailer.close()
  expect(heard.filter((line) => /^(?:AUTH|MAIL|RCPT|DATA)/.test(line))).toEqual([])
})

test('a mail goes to the server with its sender, its receiver and its text', async () => {
  const { url, heard } = await startSink()
  const mailer = smtpMailer(url, () => SENDER)
  await mailer.send(MAIL, NEVER)
  mailer.close()
  expect(heard).toEqual(
    expect.arrayContaining([
      'MAIL FROM:<orders@shop.example>',
      'RCPT TO:<asha@example.com>',
      'To: asha@example.com',
      'Message-ID: <abc.received@shop.example>',
      'Auto-Submitted: auto-generated',
      'Total: =E2=82=B91,499.00',
      '..',
      'end',
    ]),
  )
})

test.each([
  ['says nothing at all', 'CONNECT'],
  ['falls silent in the middle', '.'],
])('a server that %s is waited for no longer than allowed', async (_, command) => {
  const { url } = await startSink({ [command]: null })
  await expect(smtpMailer(url, () => SENDER, { silenceMs: 100 }).send(MAIL, NEVER)).rejects.toBeInstanceOf(
    MailUnavailable,
  )
})

test('a mail that is being sent is aborted', async () => {
  const { url } = await startSink({ CONNECT: null })
  const stopping = new AbortController()
  const sending = smtpMailer(url, () => SENDER).send(MAIL, stopping.signal)
  stopping.abort()
  await expect(sending).rejects.toBeInstanceOf(MailUnavailable)
})

test.each([
  ['a receiver that is unknown', { RCPT: '550 nobody here' }, false],
  ['a receiver that is to be tried again', { RCPT: '450 later' }, false],
  ['a text that is not wanted', { '.': '554 spam' }, false],
  ['any mail at present', { MAIL: '421 closing' }, true],
  ['the shop itself', { CONNECT: '554 no' }, true],
])('a server that refuses %s', async (_, answers, isOutage) => {
  const { url } = await startSink(answers)
  const error = await failureOf(smtpMailer(url, () => SENDER).send(MAIL, NEVER))
  expect(error).toBeInstanceOf(Error)
  expect(error instanceof MailUnavailable).toBe(isOutage)
})

test.each([
  ['the mail', { RCPT: '550 5.1.1 <Asha@Example.com>: nobody here' }],
  ['any mail', { RCPT: '421 asha@example.com: try later' }],
])('a server that refuses %s is quoted without the receiver', async (_, answers) => {
  const { url } = await startSink(answers)
  const error = await failureOf(smtpMailer(url, () => SENDER).send(MAIL, NEVER))
  const logged = inspect(error, { depth: 5 })
  expect(logged).toMatch(/nobody here|try later/)
  expect(logged).not.toMatch(/asha@/i)
})

test('no name, address or subject makes a further header or receiver', async () => {
  const { url, heard } = await startSink()
  const mailer = smtpMailer(url, () => ({ name: 'Shop\r\nBcc: evil@example.com', address: 'orders@shop.example' }))
  const line = '\r\nBcc: evil@example.com\r\n\r\nPay here'
  for (const to of [
    `asha@example.com${line}`,
    'asha@example.com, evil@example.com',
    'a@example.com>, <evil@example.com',
  ]) {
    // Such an address is refused or used as it is; nobody else gets anything.
    await mailer.send({ ...MAIL, to, subject: `Order${line}` }, NEVER).catch(() => undefined)
  }
  expect(heard.filter((each) => each.startsWith('RCPT TO:<evil'))).toEqual([])
  expect(heard.filter((each) => /^(bcc|pay)/i.test(each))).toEqual([])
  expect(heard.filter((each) => each === 'DATA').length).toBeGreaterThan(0)
})

test('without a server a mail is a whole message in a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const mailer = folderMailer(join(folder, 'mail'), () => SENDER)
  await mailer.send(MAIL, NEVER)
  await mailer.send(MAIL, NEVER)
  mailer.close()
  const names = await readdir(join(folder, 'mail'))
  expect(names).toEqual([0, 1].map(() => expect.stringMatching(/^\d{4}-\d\d-\d\dT[\w.-]+\.eml$/)))
  const [head = '', ...parts] = (await readFile(join(folder, 'mail', names[0]!), 'utf8')).split('\r\n\r\n')
  const body = parts.join('\r\n\r\n')
  expect(head.split('\r\n')).toEqual(
    expect.arrayContaining([
      'From: =?UTF-8?Q?K=C3=A4fer_=26_Sons?= <orders@shop.example>',
      'To: asha@example.com',
      'Subject: =?UTF-8?Q?Order_=231_=E2=9C=93?=',
      'Message-ID: <abc.received@shop.example>',
      expect.stringMatching(/^Date: \w{3}, \d\d \w{3} \d{4} /),
      'Content-Type: multipart/alternative;',
    ]),
  )
  expect(body).toMatch(/Content-Type: text\/plain; charset=utf-8[^]*Total: =E2=82=B91,499.00[^]*end/)
  expect(body).toMatch(/Content-Type: text\/html; charset=utf-8[^]*<p>Total: =E2=82=B91,499.00<\/p>/)
  await writeFile(join(folder, 'taken'), '')
  const blocked = folderMailer(join(folder, 'taken'), () => SENDER)
  await expect(blocked.send(MAIL, NEVER)).rejects.toBeInstanceOf(MailUnavailable)
})

test('a mail that was aborted leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await expect(folderMailer(folder, () => SENDER).send(MAIL, AbortSignal.abort())).rejects.toBeInstanceOf(
    MailUnavailable,
  )
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['orders@shop.example', { name: 'Shop', address: 'orders@shop.example' }],
  ['Asha & Co <orders@shop.example>', { name: 'Asha & Co', address: 'orders@shop.example' }],
  ['<orders@shop.example>', { name: 'Shop', address: 'orders@shop.example' }],
])('MAIL_FROM %s is %j', (setting, sender) => {
  expect(senderOf(setting, 'Shop')).toEqual(sender)
})
