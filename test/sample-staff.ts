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

export const SAMPLE_KEY = 'a-key'

/** A packer, somebody who is invited to be one, and the key of a program. */
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
  const account = { firstname: 'A program', lastname: '', email: '', emailKey: 'PROGRAM a-key', phone: '' }
  await db
    .insertInto('users')
    .values({ id: SAMPLE_KEY, role: 'program', passwordHash: 'none', ...account })
    .execute()
  await db
    .insertInto('programKeys')
    .values({
      id: SAMPLE_KEY,
      keyHash: Buffer.from(SAMPLE_KEY),
      areas: ['orders'],
      expiresAt: new Date(Date.now() + 60_000),
    })
    .execute()
}
