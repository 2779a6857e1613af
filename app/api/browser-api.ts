import { createApi } from '#contract/api.ts'

/** The API as the browser uses it: the same calls, over the network, with this visitor's cookies. */
export const browserApi = createApi((path, init) => fetch(path, init))
