/** A bug planted on purpose in a function of the server. */
export interface Mutation {
  name: string
  /** The folder in which the function stands, in whichever file. */
  folder: string
  /** A function or a constant at the top of its file. */
  inside: string
  /** What is replaced; it stands there exactly once. */
  find: RegExp
  replace: string
  /** The test file that has to fail with it: its path, or its name where it stands somewhere in the server. */
  caughtBy: string
  /** It shows only where transactions really run beside each other. */
  needsServer?: boolean
}

/** The short form of the proof. */
const SHORT = 'prove/short.test.ts'

/** Makes bugs in a folder, which the short form of the proof catches unless another test is named. */
export const bugsIn =
  (folder: string) =>
  (name: string, inside: string, find: RegExp, replace: string, caughtBy = SHORT): Mutation => ({
    name,
    folder,
    inside,
    find,
    replace,
    caughtBy,
  })
