import { createHash } from 'node:crypto'

import type { CustomerImportAnswer } from '#contract/accounts/customer-import.ts'
import type { Address } from '#contract/schemas/address.ts'
import type { Db } from '#server/db/database.ts'

import { MAX_CSV_LINES } from '#contract/catalogue/upload-limits.ts'
import { counted } from '#contract/words/counted.ts'
import { insertImportedUsers, listKnownKeys } from '#server/accounts/customer-import/customer-import-queries.ts'
import { readCustomers, type ReadCustomer } from '#server/accounts/customer-import/read-customers.ts'
import { hashOfNothing } from '#server/accounts/passwords/passwords.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { lockName } from '#server/db/lock-name.ts'
import { newId } from '#server/db/new-id.ts'
import { conflict } from '#server/errors.ts'
import { readCsvFile } from '#server/http/csv/csv-file.ts'

/**
 * Puts addresses into the books of new accounts, each as the default one. The address book belongs to a feature above
 * accounts.
 */
export type KeepAddresses = (db: Db, kept: readonly { userId: string; address: Address }[]) => Promise<void>

/** Accounts that one statement makes. */
const BATCH = 500

interface Plan {
  fresh: ReadCustomer[]
  answer: Omit<CustomerImportAnswer, 'isApplied' | 'message'>
}

async function planFor(db: Db, file: Uint8Array, customers: readonly ReadCustomer[]): Promise<Plan> {
  const known = await listKnownKeys(
    db,
    customers.map(({ emailKey }) => emailKey),
  )
  const isExisting = ({ emailKey, refusal }: ReadCustomer) => refusal === undefined && known.has(emailKey)
  const told = customers.filter((customer) => !isExisting(customer))
  const fresh = told.filter(({ refusal }) => refusal === undefined)
  const reported = told.map(({ line, firstname, lastname, email, address, notes, refusal }) => ({
    line,
    status: refusal === undefined ? ('new' as const) : ('rejected' as const),
    name: `${firstname} ${lastname}`.trim(),
    email,
    hasAddress: address !== undefined,
    notes: (refusal === undefined ? notes : [refusal]).map((reason) => ({ line, reason })),
  }))
  const token = createHash('sha256').update(file).update(JSON.stringify(reported)).digest('hex')
  const counts = {
    new: fresh.length,
    existing: customers.length - told.length,
    rejected: told.length - fresh.length,
  }
  return { fresh, answer: { counts, customers: reported, token } }
}

/**
 * Reports which accounts a file would make, and makes none. Throws invalid (400) for a file that is no list of
 * customers.
 */
export async function checkCustomers(db: Db, file: Uint8Array): Promise<CustomerImportAnswer> {
  const { answer } = await planFor(db, file, await readCustomers(await readCsvFile(file, MAX_CSV_LINES)))
  return { message: `${counted(answer.counts.new, 'customer')} would be imported.`, isApplied: false, ...answer }
}

/**
 * Makes the accounts that `checkCustomers` reported. They have no password: their owners sign in by a code or set one
 * by the mail for a forgotten one, which confirms the address. Nobody gets a mail, and an account that exists stays as
 * it is. Throws a conflict (409) and makes none if the file would now make others.
 */
export async function importCustomers(
  db: Db,
  actorId: string,
  file: Uint8Array,
  { token, keepAddresses }: { token: string; keepAddresses: KeepAddresses },
): Promise<CustomerImportAnswer> {
  const customers = await readCustomers(await readCsvFile(file, MAX_CSV_LINES))
  return inTransaction(db, async (db) => {
    await lockName(db, 'customer import')
    const { fresh, answer } = await planFor(db, file, customers)
    if (answer.token !== token) {
      throw conflict('The shop or the file has changed since the check. Look at the customers again.')
    }
    for (let start = 0; start < fresh.length; start += BATCH) {
      const made = fresh.slice(start, start + BATCH).map((customer) => ({ ...customer, id: newId() }))
      const users = made.map(({ id, firstname, lastname, email, emailKey, phone }) => {
        return { id, firstname, lastname, email, emailKey, phone, passwordHash: hashOfNothing() }
      })
      const ids = await insertImportedUsers(db, users)
      const kept = made.flatMap(({ id, address }) => (address && ids.has(id) ? [{ userId: id, address }] : []))
      if (kept.length > 0) await keepAddresses(db, kept)
    }
    await recordChange(db, actorId, 'import customers', ['user', actorId], { after: { customers: fresh.length } })
    return { message: `${counted(fresh.length, 'customer')} imported.`, isApplied: true, ...answer }
  })
}
