/**
 * The courier service gave no usable answer: no connection, a time-out, 429, 5xx, or an answer that cannot be read. A
 * call that changes something may have had its effect, so it is looked up before it is made again.
 */
export class CourierUnavailable extends Error {
  override readonly name = 'CourierUnavailable'
}

/**
 * The courier service refused the call: nothing happened, and it refuses the same call again. The message is its own
 * sentence.
 */
export class CourierRefused extends Error {
  override readonly name = 'CourierRefused'
}
