import { fetchOrOffline } from '#app/api/browser-api.ts'
import { createCustomerApi } from '#contract/api/customer-api.ts'

/** The API as the browser uses it, with the calls about one's own account, purchases and orders. */
export const browserApi = createCustomerApi(fetchOrOffline)
