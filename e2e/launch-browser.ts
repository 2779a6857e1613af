import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

const MODULES = join(import.meta.dirname, '..', 'node_modules')

/** A page of a journey lives for a second or two: the browser would spend more on optimising its code than it saves. */
const UNOPTIMISED = '--js-flags=--no-opt --no-maglev'

let browser: Promise<Browser> | undefined

/**
 * The browser of this test process, started at the first call and stopped with the process. It is `CHROMIUM_PATH` if
 * that is set, else the project's own. It reaches only this machine, so a journey that requests another host fails.
 */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser([UNOPTIMISED])
  return browser
}

/** Starts another browser, with more switches or without some of the usual ones. The caller closes it. */
export async function launchBrowser(
  switches: readonly string[] = [],
  without: readonly string[] = [],
): Promise<Browser> {
  const args = [...switches, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1']
  const ownPath = process.env.CHROMIUM_PATH
  const ignoreDefaultArgs = [...without]
  if (ownPath) return chromium.launch({ executablePath: ownPath, args, ignoreDefaultArgs })
  const folder = await unpackedFolder()
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') }
  return chromium.launch({ executablePath: join(folder, 'chromium'), args, ignoreDefaultArgs, env })
}

/**
 * The folder with the project's own Chromium, its libraries and fonts, unpacked at the first call. It is unpacked
 * elsewhere and then renamed, so that no other process finds it half unpacked.
 */
async function unpackedFolder(): Promise<string> {
  const manifest = await readFile(join(MODULES, '@sparticuz', 'chromium', 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const cache = join(MODULES, '.cache')
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const aside = await mkdtemp(join(cache, 'unpacking-'))
  try {
    await unpack(aside)
    await writeFile(join(aside, 'fonts', 'fonts.conf'), fontSettings(folder))
    await rename(aside, folder)
  } catch (error) {
    await rm(aside, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/**
 * The package unpacks into the temporary folder, and unpacks its libraries only in an environment that looks like AWS
 * Lambda.
 */
async function unpack(folder: string): Promise<void> {
  const program = "await (await import('@sparticuz/chromium')).default.executablePath()"
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env,
  })
}

function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}
