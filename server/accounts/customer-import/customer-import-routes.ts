import type { Shop } from '#server/start/shop.ts'

import { CustomerImportAnswer, CustomerImportForm } from '#contract/accounts/customer-import.ts'
import { FILE_TOO_LARGE } from '#contract/catalogue/upload-limits.ts'
import {
  checkCustomers,
  importCustomers,
  type KeepAddresses,
} from '#server/accounts/customer-import/import-customers.ts'
import { invalidField } from '#server/errors.ts'
import { requireRecentPassword } from '#server/http/guards.ts'
import { parseInput, route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { readForm, withForms } from '#server/http/uploaded-form.ts'

const SHEET = { field: 'sheet', max: 1, tooMany: 'One file at a time.', tooLarge: FILE_TOO_LARGE }
const IMPORTS_PER_MINUTE = 20

/** Makes accounts of the customers of another shop. */
export function registerCustomerImport(
  api: ShopServer,
  { db }: Shop,
  { keepAddresses }: { keepAddresses: KeepAddresses },
): void {
  withForms(api, (scope) =>
    route(scope, 'POST /admin/customers/import', {
      audience: 'admin',
      asksPassword: 'sometimes',
      callsPerMinute: IMPORTS_PER_MINUTE,
      summary:
        'Reports which accounts a Shopify export of customers would make; with the token of that answer, makes them',
      form: { fields: CustomerImportForm, files: 'sheet' },
      answer: CustomerImportAnswer,
      errors: ['conflict'],
      handle: async ({ request, user }) => {
        const { fields, uploads, failure } = await readForm(request, SHEET)
        const { token } = parseInput(CustomerImportForm, Object.fromEntries(fields))
        if (failure) throw failure
        const [file] = uploads
        if (!file) throw invalidField('sheet', 'Please choose a CSV file.')
        if (token === undefined) return checkCustomers(db, file)
        requireRecentPassword(user)
        return importCustomers(db, user.id, file, { token, keepAddresses })
      },
    }),
  )
}
