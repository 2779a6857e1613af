/** A failure at start that the shop's owner can mend. `message` is one sentence, which is shown as it is. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
