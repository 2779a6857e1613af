import type { AgentContext, Message } from '#server/programs/agents/agent-call.ts'
import type { Discount, TriedCode } from '#server/offers/service.ts'

import { CodeInput } from '#contract/offers/offers.ts'
import { countGuessesFrom } from '#server/offers/service.ts'

/** A code as an agent sent it, and what the shop makes of it. */
interface ReadCode {
  sent: string
  /** Undefined for what can be no code. */
  code?: string | undefined
  fault?: string | undefined
}

const readCode = (sent: string): ReadCode => {
  const { data, error } = CodeInput.safeParse({ code: sent })
  return data ? { sent, code: data.code } : { sent, fault: error?.issues[0]?.message ?? '' }
}

/** The codes that can be codes, each once. */
export const codesIn = (sent: readonly string[]): string[] => [
  ...new Set(sent.flatMap((each) => readCode(each).code ?? [])),
]

/**
 * Counts the codes of a call that were not in it before, as every code that customers try is counted. Throws
 * rate-limited (429) where a network has tried too many.
 */
export async function countCodes(
  { shop, callerAddress }: AgentContext,
  { sent, known }: { sent: readonly string[]; known: readonly string[] },
): Promise<void> {
  const before = codesIn(known)
  const added = codesIn(sent).filter((code) => !before.includes(code))
  if (callerAddress !== undefined) await countGuessesFrom(shop.db, callerAddress, added.length)
}

/** Source: the protocol's discount extension, "Rejected Codes". */
const REJECTIONS = {
  unknown: 'discount_code_invalid',
  over: 'discount_code_expired',
  refused: 'discount_code_invalid',
  unfulfilled: 'discount_code_user_ineligible',
  outdone: 'discount_code_combination_disallowed',
} as const

const timesWords = (times: number) => (times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`)

/** What an agent is told of a code whose discount depends on who the buyer is. */
const provisional = (code: string, times: number): Message => ({
  type: 'warning',
  code: 'discount_provisional',
  path: '$.discounts.applied[0]',
  content: `Each customer may use ${code} ${timesWords(times)}. Whether the buyer still may is known once they have signed in.`,
})

/** What a priced choice has to say about its codes. `codes` are what became of `codesIn(sent)`. */
interface Tried {
  discount: Discount | undefined
  codes: readonly TriedCode[]
}

function messageOf(
  sent: readonly ReadCode[],
  place: number,
  known: ReadonlyMap<string, TriedCode>,
): Message | undefined {
  const { code, fault } = sent[place] ?? { sent: '' }
  const rejected = (reason: string, content: string): Message => {
    return { type: 'warning', code: reason, path: `$.discounts.codes[${place}]`, content }
  }
  const judged = code === undefined ? undefined : known.get(code)
  if (code === undefined || !judged) return rejected('discount_code_invalid', fault ?? '')
  if (judged.outcome !== 'applied') return rejected(REJECTIONS[judged.outcome], judged.notice ?? '')
  const isRepeated = sent.findIndex((each) => each.code === code) < place
  return isRepeated ? rejected('discount_code_already_applied', `${code} is applied already.`) : undefined
}

/** What was taken off, and why a code takes nothing off. `byLine` is what is taken off each line of the answer. */
export function describeDiscounts(
  sent: readonly string[],
  { discount, codes }: Tried,
  byLine: readonly number[],
): { discounts?: object; messages: Message[] } {
  const read = sent.map(readCode)
  const known = new Map(codesIn(sent).flatMap((code, place) => (codes[place] ? [[code, codes[place]]] : [])))
  const messages = read.flatMap((_, place) => messageOf(read, place, known) ?? [])
  if (!discount) return { ...(sent.length > 0 && { discounts: { codes: sent, applied: [] } }), messages }
  const times = discount.code === null ? null : (known.get(discount.code)?.maxUsesPerCustomer ?? null)
  const applied = {
    ...(discount.code !== null && { code: discount.code }),
    title: discount.reason,
    amount: discount.discountPaise + discount.shippingOffPaise,
    ...(discount.code === null && { automatic: true }),
    ...(times !== null && { provisional: true }),
    // What is off the way is off the order and not off its lines.
    ...(discount.shippingOffPaise === 0 && {
      method: 'across',
      allocations: byLine.flatMap((amount, place) => (amount > 0 ? [{ path: `$.line_items[${place}]`, amount }] : [])),
    }),
  }
  return {
    discounts: { codes: sent, applied: [applied] },
    messages: times === null || discount.code === null ? messages : [...messages, provisional(discount.code, times)],
  }
}
