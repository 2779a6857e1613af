/** What a program needs to run, and the settings of the build. It holds no secret. */
const PASSED_ON = [
  'PATH HOME TMPDIR TMP TEMP LANG LC_ALL TZ',
  'SystemRoot USERPROFILE APPDATA',
  'NODE_OPTIONS NODE_COMPILE_CACHE BUILD_DIR',
].flatMap((names) => names.split(' '))

/** The environment of a program that the shop starts. The shop's own has passwords that no other program needs. */
export function childEnvironment(additions: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const passedOn = PASSED_ON.filter((name) => process.env[name] !== undefined)
  return { ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])), ...additions }
}
