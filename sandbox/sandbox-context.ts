import type { FastifyReply } from 'fastify'
import type { z } from 'zod'

import type { BackgroundWork } from '#sandbox/background-work.ts'
import type { SandboxDb } from '#sandbox/database.ts'
import type { Faults } from '#sandbox/simulated-faults.ts'

import { invalidInput } from '#sandbox/provider-error.ts'

/** What every route of the sandbox works with. */
export interface SandboxContext {
  db: SandboxDb
  keyId: string
  keySecret: string
  shopName: () => string
  /** The address that the shop was told to listen on. */
  host: string
  /**
   * Whether scripts on this machine may switch faults on and read all records. False in a shop that others can reach.
   */
  hasControls: boolean
  /** The origins whose pages may pay: the shop's own. */
  origins: () => { own: readonly string[] }
  faults: Faults
  backgroundWork: BackgroundWork
}

/** Reads what was sent; throws an error that names the first faulty field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  throw invalidInput(`${field || 'The request'}: ${issue?.message ?? 'could not be read'}`, field)
}

/** Drops the connection instead of answering. */
export function dropConnection(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.destroy()
}
