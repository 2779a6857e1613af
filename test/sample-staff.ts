import type { Db } from '#server/db/database.ts'

export const SAMPLE_INVITATION = 'an-invitation'

export const SAMPLE_PACKER = {
  id: 'a-packer',
  role: 'admin',
  staffRole: 'packer',
  firstname: 'Meera',
  lastname: 'Das',
  email: 'packer@example.com',
  emailKey: 'packer@example.com',
  phone: '',
  passwordHash: 'none',
} as const

/** A packer, and somebody who is invited to be one. */
export async function addSampleStaff(db: Db): Promise<void> {
  await db.insertInto('users').values(SAMPLE_PACKER).execute()
  await db
    .insertInto('staffInvitations')
    .values({
      id: SAMPLE_INVITATION,
      email: 'invited@example.com',
      emailKey: 'invited@example.com',
      staffRole: 'packer',
      expiresAt: new Date(Date.now() + 60_000),
    })
    .execute()
}
