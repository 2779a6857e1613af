import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A bug planted on purpose in a function of the server. */
export interface Mutation {
  name: string
  /** The folder in which the function stands, in whichever file. */
  folder: string
  /** A function or a constant at the top of its file. */
  inside: string
  /** What is replaced; it stands there exactly once. */
  find: RegExp
  replace: string
  /** Test files that have to fail with it: paths, or names of files that stand somewhere in the server. */
  caughtBy: readonly string[]
  /** It shows only where transactions really run beside each other. */
  needsServer?: boolean
}

const SHORT = 'prove/short.test.ts'

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'takes what is not in stock',
    folder: 'server/inventory',
    inside: 'takeStock',
    find: /where\s[^\n]*<\s*(\w+\.)?quantity/,
    replace: 'where false',
    caughtBy: [SHORT],
  },
  {
    name: 'computes a hold from an old snapshot',
    folder: 'server/inventory',
    inside: 'takeStock',
    find: /and\s+not\s+exists/,
    replace: 'and size.stock >= locked.quantity and not exists',
    caughtBy: ['stock-races.test.ts'],
    needsServer: true,
  },
  {
    name: 'stores a repeated event as a new one',
    folder: 'server/orders',
    inside: 'keepEvent',
    find: /\?\s*eventId\s*:/,
    replace: '? `${eventId} ${Math.random()}` :',
    caughtBy: [SHORT],
  },
  {
    name: 'compares signatures by their beginning',
    folder: 'server/payments',
    inside: 'isSignature',
    find: /return timingSafeEqual\([^\n]*/,
    replace: "return expected.toString('hex').startsWith(signature.slice(0, 16))",
    caughtBy: [SHORT],
  },
  {
    name: 'knows one webhook secret only',
    folder: 'server/payments',
    inside: 'isWebhookSignature',
    find: /secrets(?=\s*\.)/,
    replace: 'secrets.slice(0, 1)',
    caughtBy: ['signatures.test.ts'],
  },
  {
    name: 'settles outside of a transaction',
    folder: 'server/orders',
    inside: 'settle',
    find: /inTransaction\(/,
    replace: '((db, work) => work(db))(',
    caughtBy: ['settle.test.ts'],
  },
  {
    name: 'lets a second payment of one checkout pass',
    folder: 'server/orders',
    inside: 'decide',
    find: /hasMoney\s*\?\s*\{[^}]*'paid twice'[^}]*\}\s*:/,
    replace: '',
    caughtBy: [SHORT],
  },
  {
    name: 'makes an order from money that went back',
    folder: 'server/orders',
    inside: 'holdAgain',
    find: /await hasRefund\([^)]*\)/,
    replace: 'false',
    caughtBy: ['settle.test.ts'],
  },
  {
    name: 'ignores the amount',
    folder: 'server/orders',
    inside: 'decide',
    find: /payment\.amountPaise === totalPaise/,
    replace: 'payment.amountPaise > 0 && totalPaise > 0',
    caughtBy: [SHORT],
  },
  {
    name: 'forgets to give stock back when a hold ends',
    folder: 'server/orders',
    inside: 'releaseHold',
    find: /returnStock\(/,
    replace: 'void (',
    caughtBy: [SHORT],
  },
  {
    name: 'gives the stock of a cancelled order back twice',
    folder: 'server/orders',
    inside: 'cancelOrder',
    find: /await returnStock\(/,
    replace: "for (const _ of 'ab') await returnStock(",
    caughtBy: [SHORT],
  },
  {
    name: 'forgets the refund of a cancelled order',
    folder: 'server/orders',
    inside: 'cancelOrder',
    find: /askMoneyBack\(/,
    replace: 'void (',
    caughtBy: [SHORT],
  },
  {
    name: 'asks for a refund under another key each time',
    folder: 'server/orders',
    inside: 'ask',
    find: /idempotencyKey: ([\w.]+)/,
    replace: 'idempotencyKey: `${$1}-${Date.now()}`',
    caughtBy: ['refunds.test.ts'],
  },
  {
    name: 'allows every step of an order',
    folder: 'server/orders',
    inside: 'checkStep',
    find: /!NEXT_STATUSES\[[^\]]*\]\.includes\([^)]*\)/,
    replace: 'false',
    caughtBy: [SHORT],
  },
  {
    name: 'answers before the order stands',
    folder: 'server/orders',
    inside: 'confirmPayment',
    find: /checkOrdered\(\s*await settle\(/,
    replace: '((settled) => void settled.then(checkOrdered, () => undefined))(settle(',
    caughtBy: [SHORT],
  },
  {
    name: 'shows an order to whoever knows its number',
    folder: 'server/orders',
    inside: 'findOwnOrder',
    find: /orders\.user_id = \$\{userId\}/,
    replace: "${userId} <> ''",
    caughtBy: [SHORT],
  },
  {
    name: 'holds stock for longer than a quarter of an hour',
    folder: 'server/orders',
    inside: 'HOLD_SECONDS',
    find: /15 \* 60/,
    replace: '16 * 60',
    caughtBy: [SHORT],
  },
]

/** The texts with the bug in it, one for each place where it stands inside a declaration of this name. */
function replaceInside(text: string, { inside, find, replace }: Mutation): string[] {
  // The formatter puts nothing at the left margin but the beginning of a declaration or comment, and closing brackets.
  const declaration = new RegExp(`^(export )?(async )?(function|const) ${inside}\\b.*(\\n(?![a-z/]).*)*`, 'gm')
  return [...text.matchAll(declaration)].flatMap(({ 0: code, index }) =>
    [...code.matchAll(new RegExp(find, 'g'))].map((found) => {
      const start = index + found.index
      return text.slice(0, start) + text.slice(start).replace(find, replace)
    }),
  )
}

/**
 * The file in which the bug is to be planted, relative to the root, and its text with the bug in it. Throws unless there
 * is exactly one place for it.
 */
export function plant(mutation: Mutation, root: string): { file: string; text: string } {
  const { name, folder, inside, find } = mutation
  const files = globSync(`${folder}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const planted = files.flatMap((file) => {
    const texts = replaceInside(readFileSync(join(root, file), 'utf8'), mutation)
    return texts.map((text) => ({ file, text }))
  })
  const [only] = planted
  if (!only || planted.length > 1) {
    throw new Error(`“${name}”: ${find} stands ${planted.length} times inside ${inside} in ${folder}`)
  }
  return only
}

/** The test files that have to fail with the bug, relative to the root. */
export function findCatchers({ caughtBy }: Mutation, root: string): string[] {
  return caughtBy.flatMap((file) => globSync(file.includes('/') ? file : `server/**/${file}`, { cwd: root }))
}
