import type { KeyMade, KeyMaking, KeysAnswer } from '#contract/accounts/keys.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'

import { segment, type createClient } from '#contract/api/api-client.ts'

/** Calls of the admin area about the keys of other programs. */
export const keyCalls = ({ call, get }: ReturnType<typeof createClient>) => ({
  listKeys: () => get<KeysAnswer>('/admin/keys'),
  makeKey: (key: KeyMaking) => call<KeyMade>('POST', '/admin/keys', key),
  endKey: (id: string) => call<MessageAnswer>('DELETE', `/admin/keys/${segment(id)}`),
})
