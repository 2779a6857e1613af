import type { AgentContext, Capability, Message, Operation } from '#server/programs/agents/agent-call.ts'
import type { ProtocolVersion } from '#server/programs/agents/protocol-versions.ts'
import type { ErrorCode, ShopError } from '#contract/api/errors.ts'

import { isShopError } from '#contract/api/errors.ts'
import { CAPABILITIES, extensionsIn } from '#server/programs/agents/agent-call.ts'
import { codeOf, tooLarge } from '#server/programs/agents/protocol-errors.ts'
import { parseInput } from '#server/http/route.ts'
import { validationMessage } from '#server/http/validation-message.ts'

const extensionsOf = (capability: Capability, version: ProtocolVersion) =>
  extensionsIn(version)
    .filter(({ of }) => of.some((extended) => extended === capability))
    .map(({ name }) => name)

/** The `ucp` of an answer: the version, and the part of the protocol that it belongs to. */
const envelopeOf = (capability: Capability, version: ProtocolVersion, status: 'success' | 'error') => ({
  version,
  status,
  capabilities: Object.fromEntries(
    [CAPABILITIES[capability], ...extensionsOf(capability, version)].map((name) => [name, [{ version }]]),
  ),
  // A checkout says how it may be paid. It is paid by a person in the shop, so by no handler of the protocol.
  ...(capability === 'checkout' && { payment_handlers: {} }),
})

/**
 * What comes of a call that was understood. Programs are told of it in the answer, not as a failure of the call: with
 * nothing to act on, an agent has to begin anew.
 */
const SEVERITIES: { readonly [Code in ErrorCode]?: NonNullable<Message['severity']> } = {
  not_found: 'unrecoverable',
  out_of_stock: 'unrecoverable',
  conflict: 'recoverable',
}

/** What to say of a list of the input that is too long; undefined where there is none. */
function longListFault({ input: schema }: Operation, input: unknown): ShopError | undefined {
  const issues = schema.safeParse(input, { error: validationMessage }).error?.issues ?? []
  const fault = issues.find((issue) => issue.code === 'too_big' && issue.origin === 'array')
  return fault && tooLarge(fault.message)
}

/** The input of a call by its schema. Throws invalid, or `request_too_large` for a list that is too long. */
export function readInput(operation: Operation, input: unknown): unknown {
  try {
    return parseInput(operation.input, input)
  } catch (error) {
    throw longListFault(operation, input) ?? error
  }
}

/**
 * Carries out a call that was understood, and answers in the protocol's form. Throws what is a failure of the call
 * itself.
 */
export async function answerCall(
  operation: Operation,
  context: AgentContext,
  call: { id: string; input: unknown },
): Promise<{ status: number; body: object }> {
  const { version, shopUrl } = context
  try {
    const answer = await operation.run(context, call)
    const body = { ucp: envelopeOf(operation.capability, version, 'success'), ...answer }
    return { status: operation.status ?? 200, body }
  } catch (error) {
    const severity = isShopError(error) ? SEVERITIES[error.code] : undefined
    if (!isShopError(error) || severity === undefined) throw error
    const ucp = envelopeOf(operation.capability, version, 'error')
    const message: Message = { type: 'error', code: codeOf(error), content: error.message, severity }
    return { status: 200, body: { ucp, messages: [message], continue_url: shopUrl } }
  }
}
