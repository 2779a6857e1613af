import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

import { StartupError } from '#server/startup-error.ts'

/** What a mode gives to anybody but the owner. */
const OTHERS = 0o077
const STICKY = 0o1000

const isOpen = (path: string) => (lstatSync(path).mode & OTHERS) !== 0

/** Has everything that this process makes from now on be its user's alone. */
export function makeFilesPrivate(): void {
  process.umask(OTHERS)
}

/**
 * Makes `DATA_DIR` and has it be this user's alone, with everything in it, also where it stood open before. Throws a
 * `StartupError` where another user owns it or could still read or replace what is in it. Windows keeps what is in a
 * user's folder from the others by itself.
 */
export function openDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (process.platform !== 'win32') keepPrivate(dataDir)
  } catch (error) {
    if (error instanceof StartupError || !(error instanceof Error)) throw error
    throw new StartupError(`DATA_DIR ${dataDir} cannot be used: ${error.message}.`, { cause: error })
  }
}

function keepPrivate(dataDir: string): void {
  const folder = realpathSync(dataDir)
  const { uid, mode } = lstatSync(folder)
  const others = 'set DATA_DIR to a folder of the user that runs the shop'
  if (uid !== process.getuid?.() || lstatSync(dataDir).uid !== uid) {
    throw new StartupError(`DATA_DIR ${dataDir} belongs to another user: ${others}.`)
  }
  if (mode & STICKY) throw new StartupError(`DATA_DIR ${dataDir} is shared by all users: ${others}.`)
  if (lstatSync(dataDir).isSymbolicLink() && isOpen(folder)) {
    throw new StartupError(`DATA_DIR ${dataDir} leads to ${folder}, which is open to other users: chmod 700 ${folder}.`)
  }
  // First, so that nobody looks in while the rest is narrowed.
  narrow(folder)
  // What stands in a folder that is closed is closed: the tree of a folder is narrowed before the folder itself.
  for (const name of readdirSync(folder)) {
    if (isOpen(join(folder, name))) narrowTree(join(folder, name))
  }
  if (isOpen(folder)) throw new StartupError(`DATA_DIR ${dataDir} stays open to other users on this disk: ${others}.`)
}

function narrowTree(path: string): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  if (stats.isDirectory()) for (const name of readdirSync(path)) narrowTree(join(path, name))
  narrow(path)
}

function narrow(path: string): void {
  const { mode } = lstatSync(path)
  if (mode & OTHERS) chmodSync(path, mode & 0o700)
}
