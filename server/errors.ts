import { ShopError, type FieldErrors } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** 400: what was sent cannot be used. `fields` names the faulty ones. */
export const invalid = (message: string, fields?: FieldErrors, cause?: unknown) =>
  new ShopError('invalid', message, { cause, ...(fields && { fields }) })

/** The same for one field, with one sentence for the call and the field. */
export const invalidField = (field: string, sentence: string) => invalid(sentence, { [field]: sentence })

/**
 * The cause of the error of a call that a limiter rejected. Rejections are counted; other failures are logged one by
 * one.
 */
export const REJECTED = 'rejected'
/** The same where nothing has ended for long: what the calls wait for does not answer. */
export const STALLED = 'stalled'
export const isRejection = ({ cause }: Error): boolean => cause === REJECTED || cause === STALLED

/** Causes that mark a failure as a security event (`http/security-events.ts`). */
export const BAD_PROOF = 'bad proof of payment'
export const FOREIGN_ORIGIN = 'foreign origin'

/** 400: the proof of payment does not hold. */
export const paymentFailed = (message: string = WORDINGS.checkout.verificationFailed, cause?: unknown) =>
  new ShopError('payment_failed', message, { cause })

/** 401: the caller is not signed in. */
export const unauthenticated = (message: string = WORDINGS.session.pleaseLogin) =>
  new ShopError('unauthenticated', message)

/** 401: the key of a program that is wrong, has ended or has expired, all with the same answer. */
export const keyRefused = () =>
  unauthenticated('This key does not work: it is wrong, has ended or has expired. An owner makes keys at /admin/keys.')

/** 403: signed in, but not allowed. */
export const forbidden = (message: string) => new ShopError('forbidden', message)

/** 403: somebody of the staff whose role does not have this part of the admin area. */
export const notYourPart = () => forbidden('Your role does not have this part of the shop.')

/** 403: a program whose key was not made for this call. */
export const notOfThisKey = () => forbidden('This key does not open this call.')

/** 403: the customer has to confirm the e-mail address of the account first. */
export const confirmationNeeded = () =>
  new ShopError(
    'confirmation_needed',
    'Please confirm your e-mail address first, by the link in our mail. You can ask for a new mail on your profile.',
  )

/** 403: the password is asked for again, because it was long ago. */
export const passwordNeeded = () => new ShopError('password_needed', 'Please enter your password again.')

/**
 * 403: somebody else may have registered this address, so whoever confirms it from another browser chooses a password.
 */
export const newPasswordNeeded = () =>
  new ShopError('new_password_needed', 'Please choose a new password for your account.')

/** 403: the owner demands a second factor, and this session was opened without one. */
export const factorNeeded = () =>
  new ShopError('factor_needed', 'This shop demands a second factor. Please set one up first.')

/** 403: a page of another site asked for a change. */
export const foreignOrigin = () =>
  new ShopError('forbidden', 'This can only be done from the shop itself.', { cause: FOREIGN_ORIGIN })

/** 404: missing, or not the caller's own. Both have the same answer. */
export const notFound = (what: string) => new ShopError('not_found', `${what} not found`)

/** 404 in a sentence of its own. */
export const missing = (sentence: string) => new ShopError('not_found', sentence)

/**
 * 404: a link of a mail that is unknown, used or too old, all with the same answer; `wayOn` says what to do instead.
 */
export const endedLink = (wayOn: string, what = 'link') =>
  new ShopError('not_found', `This ${what} does not work any more. ${wayOn}`)

/** 409: the state has changed since the caller saw it. */
export const conflict = (message: string, fields?: FieldErrors) =>
  new ShopError('conflict', message, fields ? { fields } : {})

/** The same about one field, with one sentence for the call and the field. */
export const conflictIn = (field: string, sentence: string) => conflict(sentence, { [field]: sentence })

/** 409: the caller has used this key for another call. */
export const keyUsedOtherwise = () => conflict('This Idempotency-Key was used for another call.')

/** 409: less is in stock than was asked for. */
export const outOfStock = (message: string, fields?: FieldErrors) =>
  new ShopError('out_of_stock', message, fields ? { fields } : {})

/** 429 with `Retry-After`. */
export const rateLimited = (retryAfterSeconds: number, message = 'Too many attempts. Please try again later.') =>
  new ShopError('rate_limited', message, { retryAfterSeconds })

/** After how many seconds a caller should try again what the shop cannot do just now. */
export const RETRY_SECONDS = 5

/** 503: something that the shop needs does not answer. */
export const unavailable = (message: string, cause?: unknown) =>
  new ShopError('unavailable', message, { cause, retryAfterSeconds: RETRY_SECONDS })

/** 503: a limiter rejected the call. */
export const tooBusy = (message = 'The shop is very busy right now. Please try again in a moment.') =>
  unavailable(message, REJECTED)
