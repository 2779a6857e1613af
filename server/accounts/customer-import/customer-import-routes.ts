import type { Shop } from '#server/start/shop.ts'

import { CustomerImportAnswer, CustomerImportForm } from '#contract/accounts/customer-import.ts'
import {
  checkCustomers,
  importCustomers,
  type KeepAddresses,
} from '#server/accounts/customer-import/import-customers.ts'
import { CSV_FORMS_PER_MINUTE, readCsvForm } from '#server/http/csv/csv-form.ts'
import { requireRecentPassword } from '#server/http/guards.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { withForms } from '#server/http/uploaded-form.ts'

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
      callsPerMinute: CSV_FORMS_PER_MINUTE,
      summary:
        'Reports which accounts an export of customers from Shopify or WooCommerce would make; with the token of that answer, makes them',
      form: { fields: CustomerImportForm, files: 'sheet' },
      answer: CustomerImportAnswer,
      errors: ['conflict'],
      handle: async ({ request, user }) => {
        const { fields, file } = await readCsvForm(request, CustomerImportForm)
        const { token } = fields
        if (token === undefined) return checkCustomers(db, file)
        requireRecentPassword(user)
        return importCustomers(db, user.id, file, { token, keepAddresses })
      },
    }),
  )
}
