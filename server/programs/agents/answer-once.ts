import { createHash } from 'node:crypto'

import type { AgentContext } from '#server/programs/agents/agent-call.ts'
import type { Db } from '#server/db/database.ts'

import { forgetAnswers, keepAnswer, rememberKey } from '#server/programs/agents/queries.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { keyUsedOtherwise, tooBusy } from '#server/errors.ts'

export interface Answer {
  status: number
  body: object
}

const hashOf = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

/** What makes two calls the same: who calls by which key, and what they ask for. */
interface RepeatableCall {
  /** The address of the agent's profile. */
  profile: string
  key: string
  operation: string
  id: string
  input: unknown
}

const sameBytes = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

/**
 * Does the work of a call once, and answers each further call with its key alike. The answer is kept in the transaction
 * of the work, so after a crash both are there or neither. Throws a conflict (409) for a key that was used for another
 * call.
 */
export async function answerOnce(
  context: AgentContext,
  { profile, key, ...request }: RepeatableCall,
  work: (context: AgentContext) => Promise<Answer>,
): Promise<Answer> {
  const [keyHash, requestHash] = [hashOf(profile, key), hashOf(context.version, request)]
  return inTransaction(context.shop.db, async (db: Db) => {
    await forgetAnswers(db)
    const known = await rememberKey(db, { keyHash, requestHash })
    if (known === 'full') throw tooBusy()
    if (known === 'new') {
      const answer = await work({ ...context, shop: { ...context.shop, db } })
      await keepAnswer(db, keyHash, answer)
      return answer
    }
    if (!sameBytes(known.requestHash, requestHash)) throw keyUsedOtherwise()
    if (known.answer === null) throw tooBusy()
    return known.answer
  })
}
