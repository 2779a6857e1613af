import { fetchWithPassword } from '#app/api/fetch-with-password.ts'
import { createAdminApi } from '#contract/api/admin-api.ts'

/** Every call of the API over the network, for the screens of the admin area. */
export const browserApi = createAdminApi(fetchWithPassword)
