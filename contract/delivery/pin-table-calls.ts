import type {
  ColumnChoice,
  PinLookUp,
  PinTableAnswer,
  PinTableFacts,
  PinTableFactsAnswer,
} from '#contract/delivery/pin-table.ts'

import { segment, type createClient, type CallOptions } from '#contract/api/api-client.ts'

/** Calls of the admin area that keep the table of PIN codes. */
export function pinTableCalls({ call, get }: ReturnType<typeof createClient>) {
  return {
    getPinTable: (options?: CallOptions) => get<PinTableFacts>('/admin/delivery', options),
    /** Without a token it only tells what would change; with the answer's token the changes are made. */
    importPinTable: (file: File, choices: { token?: string; columns?: ColumnChoice; replaces?: boolean } = {}) => {
      const form = new FormData()
      if (choices.token !== undefined) form.set('token', choices.token)
      if (choices.columns) form.set('columns', JSON.stringify(choices.columns))
      if (choices.replaces) form.set('replaces', 'yes')
      form.append('sheet', file)
      return call<PinTableAnswer>('POST', '/admin/delivery/import', form)
    },
    emptyPinTable: (version: number) => call<PinTableFactsAnswer>('POST', '/admin/delivery/empty', { version }),
    undoPinTable: (version: number) => call<PinTableFactsAnswer>('POST', '/admin/delivery/undo', { version }),
    lookUpPin: (pin: string) => get<PinLookUp>(`/admin/delivery/pins/${segment(pin)}`),
  }
}
