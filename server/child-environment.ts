/** What a program needs to run at all, and what says how the pages are built. None of it is a secret. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TMP',
  'TEMP',
  'LANG',
  'LC_ALL',
  'TZ',
  'SystemRoot',
  'USERPROFILE',
  'APPDATA',
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  'BUILD_DIR',
]

/**
 * The environment for a program that the shop starts: the shop's own holds the passwords of its database, mail, storage and
 * payment provider, and no other program needs them.
 */
export function childEnvironment(additions: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passedOn), ...additions }
}
