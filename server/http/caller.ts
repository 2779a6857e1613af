import type { FastifyRequest } from 'fastify'

import { IncomingMessage } from 'node:http'

import type { StaffRole } from '#contract/accounts/staff-roles.ts'

/** The user of a session. */
export interface Identity {
  id: string
  role: string
  /** What an administrator may do; null for customers. */
  staffRole: StaffRole | null
  /** Whether they have signed in or given their password within `RECENT_PASSWORD_MINUTES`. */
  hasRecentPassword: boolean
  /** Whether they signed in with two factors. */
  hasTwoFactors: boolean
}

/** True for a call that a page makes while it is rendered in this process, without a connection. */
export const isInProcess = (request: FastifyRequest): boolean => !(request.raw instanceof IncomingMessage)
