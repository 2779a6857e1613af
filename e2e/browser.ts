import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

const MODULES = join(import.meta.dirname, '..', 'node_modules')

let browser: Promise<Browser> | undefined

/**
 * The browser of this test process, started at the first call and ended with the process. It is `CHROMIUM_PATH` where that
 * is set, else the one that comes with the project. It reaches this machine only: a journey that wants the outside fails.
 */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser()
  return browser
}

/** Starts a browser of its own, with further switches or without some of the usual ones; whoever calls this closes it. */
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
 * The folder with the project's own Chromium, its libraries and fonts, unpacked at the first call. It is unpacked aside and
 * appears by one rename, so that several processes may ask at once and none sees half a browser.
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

/** The package unpacks into the folder for temporary files, and brings its libraries along only where it believes to be on Lambda. */
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
