import { failureOf, type FormResult } from '#app/api/form-result.ts'
import type { Credentials, Registration } from '#contract/accounts/accounts.ts'
import type { Api } from '#contract/api/api.ts'
import { phoneDigits } from '#contract/schemas/phone-number.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

type Values = Record<string, string>

/** Signs a customer in with the values of a sign-in form. */
export async function signIn(api: Api, values: Values): Promise<FormResult> {
  try {
    await api.login(values as unknown as Credentials)
    return { success: WORDINGS.session.signedIn }
  } catch (error) {
    return failureOf(error, values, WORDINGS.session.signInFailed)
  }
}

/** Registers a customer with the values of a registration form. It does not sign in. The result carries the e-mail. */
export async function register(api: Api, values: Values): Promise<FormResult> {
  const registration = { ...values, phone: phoneDigits(values.phone ?? '') }
  try {
    const { message, user } = await api.register(registration as unknown as Registration)
    return { success: message, values: { email: user.email } }
  } catch (error) {
    return failureOf(error, values, WORDINGS.session.registrationFailed)
  }
}
