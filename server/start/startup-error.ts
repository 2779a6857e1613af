/** A failure at start that the shop's owner can mend. `message` is one sentence, which is shown as it is. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError'
}

/** Another process works in `DATA_DIR`, which one process may do at a time. */
export class DataDirInUse extends StartupError {
  readonly pid: number | undefined

  constructor(directory: string, pid: number | undefined) {
    super(`DATA_DIR ${directory} is in use by process ${pid}: stop that one first, or set another DATA_DIR.`)
    this.pid = pid
  }
}

/** A setting that cannot be used; `expected` ends the sentence. */
export const wrongSetting = (name: string, expected: string) =>
  new StartupError(`${name} is wrong: it must be ${expected}.`)
