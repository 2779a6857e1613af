import { randomUUID } from 'node:crypto'

import type { Page } from 'playwright-core'

import { createAdminApi } from '#contract/api/admin-api.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'

export interface Customer {
  _id: string
  name: string
  email: string
  password: string
}

/**
 * The shop's typed client with the cookies of this page's browser profile, to set up a journey and to check its
 * effects.
 */
export function apiOf(page: Page): AdminApi {
  return createAdminApi(async (path, { method = 'GET', headers, body }) => {
    const answer = await page.context().request.fetch(path, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      maxRedirects: 0,
      ...(typeof body === 'string' && { data: body }),
      ...(body instanceof FormData && { multipart: body }),
    })
    return new Response(hasBody(answer.status()) ? new Uint8Array(await answer.body()) : null, {
      status: answer.status(),
      headers: answer.headersArray().map(({ name, value }): [string, string] => [name, value]),
    })
  })
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 304
}

const ASHA = { firstname: 'Asha', lastname: 'Rao' }

/** Registers a new customer and signs in whoever `api` calls for. */
export async function registerAndSignIn(api: AdminApi, names = ASHA): Promise<Customer> {
  const email = `${randomUUID()}@example.com`
  const password = randomUUID()
  await api.register({ ...names, email, password, phone: '9876543210' })
  const { user } = await api.login({ email, password })
  return { _id: user._id, name: user.name, email, password }
}

/** Registers a new customer and signs in the page's browser profile. Load a page afterwards. */
export function signInCustomer(page: Page, names?: typeof ASHA): Promise<Customer> {
  return registerAndSignIn(apiOf(page), names)
}

/** Signs in the page's browser profile as the shop's administrator. Load a page afterwards. */
export async function signInAdmin(page: Page, admin: { email: string; password: string }): Promise<void> {
  await apiOf(page).adminLogin(admin)
}
