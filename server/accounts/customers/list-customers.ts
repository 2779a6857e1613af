import type { z } from 'zod'

import type { Customer } from '#contract/accounts/customers.ts'
import type { Changes, ChangesQuery } from '#contract/programs/change-feed.ts'
import type { Db } from '#server/db/database.ts'

import { listCustomersById } from '#server/accounts/customers/customer-queries.ts'
import { readChanges } from '#server/db/change-feed/service.ts'

/** Customers in the order in which their account changed: see `readChanges`. */
export const listChangedCustomers = (db: Db, query: z.output<typeof ChangesQuery>): Promise<Changes<Customer>> =>
  readChanges(db, 'customer', query, listCustomersById)
