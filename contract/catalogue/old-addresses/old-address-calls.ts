import type {
  OldAddress,
  OldAddressAnswer,
  OldAddressInput,
  OldAddressListQuery,
} from '#contract/catalogue/old-addresses/old-addresses.ts'
import type { ColumnChoice, OldAddressCsvAnswer } from '#contract/catalogue/old-addresses/old-address-csv.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'

import { segment, withQuery, type createClient, type Query } from '#contract/api/api-client.ts'

/** Calls of the admin area that say where addresses of before lead. */
export function oldAddressCalls({ call, list }: ReturnType<typeof createClient>) {
  return {
    listOldAddresses: (query: OldAddressListQuery = {}) =>
      list<OldAddress>(withQuery('/admin/old-addresses', query as Query)),
    addOldAddress: (input: OldAddressInput) => call<OldAddressAnswer>('POST', '/admin/old-addresses', input),
    changeOldAddress: (id: string, input: OldAddressInput) =>
      call<OldAddressAnswer>('PUT', `/admin/old-addresses/${segment(id)}`, input),
    deleteOldAddress: (id: string) => call<MessageAnswer>('DELETE', `/admin/old-addresses/${segment(id)}`),
    /** Without a token it only tells what would change; with the answer's token the changes are made. */
    importOldAddresses: (file: File, { token, columns }: { token?: string; columns?: ColumnChoice } = {}) => {
      const form = new FormData()
      if (token !== undefined) form.set('token', token)
      if (columns) form.set('columns', JSON.stringify(columns))
      form.append('sheet', file)
      return call<OldAddressCsvAnswer>('POST', '/admin/old-addresses/import', form)
    },
  }
}
