import { createApi } from '#contract/api/api.ts'
import { ShopError } from '#contract/api/errors.ts'
import { OFFLINE } from '#contract/words/specified-wordings.ts'

/** A device without a network says so; any other failure of the connection stays what it is. */
function orOffline(error: unknown): never {
  if (!navigator.onLine) throw new ShopError('unavailable', OFFLINE, { cause: error })
  throw error
}

/** `fetch`, which says that a device has no network. */
export const fetchOrOffline = (path: string, init: RequestInit): Promise<Response> => fetch(path, init).catch(orOffline)

/** The API as the browser uses it: the same calls, over the network, with this visitor's cookies. */
export const browserApi = createApi(fetchOrOffline)
