import { z } from 'zod'

import type { Agent } from '#server/programs/agents/negotiate-version.ts'
import type { Operation } from '#server/programs/agents/agent-call.ts'

import { OPERATIONS } from '#server/programs/agents/operations.ts'
import { invalid } from '#server/errors.ts'

const META = {
  type: 'object',
  required: ['ucp-agent'],
  properties: {
    'ucp-agent': {
      type: 'object',
      required: ['profile'],
      properties: { profile: { type: 'string', format: 'uri', description: 'Where the profile of the agent is.' } },
    },
    'idempotency-key': {
      type: 'string',
      description: 'The same key with the same call changes something once, and is answered alike.',
    },
  },
}

const schemaOf = ({ input }: Operation): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return schema
}

/** An operation as a tool. */
const describeTool = (operation: Operation) => ({
  name: operation.name,
  description: operation.summary,
  inputSchema: {
    type: 'object',
    required: ['meta', ...(operation.hasId ? ['id'] : []), ...(operation.argument ? [operation.argument] : [])],
    properties: {
      meta: META,
      ...(operation.hasId && { id: { type: 'string' } }),
      ...(operation.argument && { [operation.argument]: schemaOf(operation) }),
    },
  },
  outputSchema: { type: 'object', required: ['ucp'], properties: { ucp: { type: 'object' } } },
})

let tools: object[] | undefined
export const listTools = (): object[] => (tools ??= OPERATIONS.map(describeTool))

const Params = z.looseObject({
  name: z.string().max(200),
  arguments: z
    .looseObject({
      meta: z
        .looseObject({
          'ucp-agent': z.looseObject({ profile: z.string().optional(), version: z.string().optional() }).optional(),
          'idempotency-key': z.string().optional(),
        })
        .optional(),
      id: z.string().max(500).optional(),
    })
    .optional(),
})

interface ToolCall {
  operation: Operation
  agent: Agent
  id: string
  input: unknown
  idempotencyKey: string | undefined
}

/** What `tools/call` asks for. Throws invalid for a tool that does not exist, and for arguments of the wrong kind. */
export function readToolCall(params: unknown): ToolCall {
  const read = Params.safeParse(params)
  if (!read.success) throw invalid('A tool is called with its name and its arguments.')
  const { name, arguments: given = {} } = read.data
  const operation = OPERATIONS.find((each) => each.name === name)
  if (!operation) throw invalid(`There is no tool ${name}.`)
  const { profile = '', version } = given.meta?.['ucp-agent'] ?? {}
  return {
    operation,
    agent: { profile, version },
    id: given.id ?? '',
    input: operation.argument && given[operation.argument],
    idempotencyKey: given.meta?.['idempotency-key'],
  }
}
