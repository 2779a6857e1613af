/**
 * The roles that a member of the staff can have. A new one needs a migration, because checks of two tables name them,
 * and its areas in `staff-areas.ts`.
 */
export const STAFF_ROLES = ['owner', 'manager', 'packer', 'accountant', 'support'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** A part of the admin area. */
interface Area {
  /** The roles that have this area. Owners have every area. */
  roles: readonly StaffRole[]
  /** Calls of the API. None if only a part of a call belongs here, which its handler checks. */
  calls: readonly string[]
}

export const staffArea = <const Row extends Area>(row: Row): Area => row

export const OWNERS_ONLY: readonly StaffRole[] = []
