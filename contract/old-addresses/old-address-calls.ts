import type {
  OldAddress,
  OldAddressAnswer,
  OldAddressesImported,
  OldAddressInput,
  OldAddressListQuery,
} from '#contract/old-addresses/old-addresses.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'

import { segment, withQuery, type createClient, type Query } from '#contract/http/api-client.ts'

/** Calls of the admin area that say where addresses of before lead. */
export function oldAddressCalls({ call, list }: ReturnType<typeof createClient>) {
  return {
    listOldAddresses: (query: OldAddressListQuery = {}) =>
      list<OldAddress>(withQuery('/admin/old-addresses', query as Query)),
    addOldAddress: (input: OldAddressInput) => call<OldAddressAnswer>('POST', '/admin/old-addresses', input),
    changeOldAddress: (id: string, input: OldAddressInput) =>
      call<OldAddressAnswer>('PUT', `/admin/old-addresses/${segment(id)}`, input),
    deleteOldAddress: (id: string) => call<MessageAnswer>('DELETE', `/admin/old-addresses/${segment(id)}`),
    importOldAddresses: (file: File) => {
      const form = new FormData()
      form.append('sheet', file)
      return call<OldAddressesImported>('POST', '/admin/old-addresses/import', form)
    },
  }
}
