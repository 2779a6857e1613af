/** A failure at start that whoever runs the shop can mend: `message` is one sentence that is shown as it is. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
