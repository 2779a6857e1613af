import { useCallback } from 'react'
import { useRouteLoaderData } from 'react-router'

import { useVisitor } from '#app/account/visitor.tsx'
import type { User } from '#contract/accounts/accounts.ts'
import { mayDo, type StaffArea } from '#contract/accounts/staff-areas.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'

/** The person who is signed in to the admin area. */
export type StaffPerson = User & { staffRole: StaffRole; needsSecondFactor: true | undefined }

interface GuardData {
  admin: StaffPerson | null | Promise<StaffPerson | null>
}

/**
 * Tells whether the person who is signed in may use an area. Until the person is known, every area counts as allowed:
 * the API refuses what the role does not have.
 */
export function useMayDo(): (area: StaffArea) => boolean {
  const guarded = useRouteLoaderData<GuardData>('routes/admin/guard')?.admin
  const { admin } = useVisitor()
  const role = (guarded && !(guarded instanceof Promise) ? guarded : admin)?.staffRole
  return useCallback((area) => !role || mayDo(role, area), [role])
}
