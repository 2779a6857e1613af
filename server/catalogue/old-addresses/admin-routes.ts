import { z } from 'zod'

import type { Shop } from '#server/start/shop.ts'
import type { ShopServer } from '#server/http/server.ts'

import { OldAddressForm, OldAddressCsvAnswer } from '#contract/catalogue/old-addresses/old-address-csv.ts'
import {
  OldAddress,
  OldAddressAnswer,
  OldAddressInput,
  OldAddressListQuery,
} from '#contract/catalogue/old-addresses/old-addresses.ts'
import { id, messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { CSV_FORMS_PER_MINUTE, readCsvForm } from '#server/http/csv/csv-form.ts'
import { route, withTotalCount } from '#server/http/route.ts'
import { withForms } from '#server/http/uploaded-form.ts'
import { checkOldAddresses, importOldAddresses } from '#server/catalogue/old-addresses/import-old-addresses.ts'
import {
  addOldAddress,
  changeOldAddress,
  deleteOldAddress,
  listOldAddresses,
} from '#server/catalogue/old-addresses/manage-old-addresses.ts'
import { OLD_ADDRESSES_TAG } from '#server/catalogue/old-addresses/service.ts'

/** Where addresses of before lead. */
export function registerOldAddressesAdmin(api: ShopServer, { db, publicUrl }: Shop): void {
  const params = z.object({ oldAddressId: id })
  const outdates = [OLD_ADDRESSES_TAG]
  route(api, 'GET /admin/old-addresses', {
    audience: 'admin',
    summary: 'Old addresses and where each leads, the newest first; how many there are in all is in X-Total-Count',
    query: OldAddressListQuery,
    answer: z.array(OldAddress),
    handle: async ({ query, reply }) => withTotalCount(reply, await listOldAddresses(db, query)),
  })
  route(api, 'POST /admin/old-addresses', {
    audience: 'admin',
    summary: 'Lets an old address lead to a page of this shop',
    body: OldAddressInput,
    answer: OldAddressAnswer,
    status: 201,
    errors: ['conflict'],
    outdates,
    handle: async ({ user, body }) => ({
      message: 'Old address added.',
      oldAddress: await addOldAddress(db, user.id, body, publicUrl()),
    }),
  })
  route(api, 'PUT /admin/old-addresses/:oldAddressId', {
    audience: 'admin',
    summary: 'Changes an old address, or where it leads; may be repeated',
    params,
    body: OldAddressInput,
    answer: OldAddressAnswer,
    errors: ['not_found', 'conflict'],
    outdates,
    handle: async ({ user, params: { oldAddressId }, body }) => ({
      message: 'Old address saved.',
      oldAddress: await changeOldAddress(db, { actorId: user.id, id: oldAddressId }, body, publicUrl()),
    }),
  })
  route(api, 'DELETE /admin/old-addresses/:oldAddressId', {
    audience: 'admin',
    summary: 'Deletes an old address, which leads nowhere then',
    params,
    answer: messageAnswer,
    errors: ['not_found'],
    outdates,
    handle: async ({ user, params: { oldAddressId } }) => {
      await deleteOldAddress(db, user.id, oldAddressId)
      return { message: 'Old address deleted.' }
    },
  })
  withForms(api, (scope) =>
    route(scope, 'POST /admin/old-addresses/import', {
      audience: 'admin',
      callsPerMinute: CSV_FORMS_PER_MINUTE,
      summary: 'Reports what a sheet of old addresses would change; with the token of that answer, changes it',
      form: { fields: OldAddressForm, files: 'sheet' },
      answer: OldAddressCsvAnswer,
      errors: ['conflict'],
      outdates: ({ answer }) => (answer.isApplied ? outdates : []),
      handle: async ({ request, user }) => {
        const { fields, file } = await readCsvForm(request, OldAddressForm)
        const { token, columns } = fields
        const upload = { file, columns, origin: publicUrl() }
        if (token === undefined) return checkOldAddresses(db, upload)
        return importOldAddresses(db, { actorId: user.id, token }, upload)
      },
    }),
  )
}
