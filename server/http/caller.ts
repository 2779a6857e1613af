import type { FastifyRequest } from 'fastify'

import { IncomingMessage } from 'node:http'

import type { StaffRights } from '#contract/accounts/staff-areas.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'

/** The user of a session, or the program of a key. */
export interface Identity {
  id: string
  role: string
  /** The role of an administrator; null for customers and programs. */
  staffRole: StaffRole | null
  /** What the caller may do in the admin area; null for customers. */
  rights: StaffRights | null
  /** Whether they have signed in or given their password within `RECENT_PASSWORD_MINUTES`. */
  hasRecentPassword: boolean
  /** Whether they signed in with two factors. */
  hasTwoFactors: boolean
}

/** True for a call that a page makes while it is rendered in this process, without a connection. */
export const isInProcess = (request: FastifyRequest): boolean => !(request.raw instanceof IncomingMessage)
