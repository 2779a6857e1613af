import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

import { StartupError } from '#server/start/startup-error.ts'

/** The permissions of everybody but the owner. */
const OTHERS = 0o077
const STICKY = 0o1000

const isOpen = (path: string) => (lstatSync(path).mode & OTHERS) !== 0

/** Gives everything that this process creates from now on to its user alone. */
export function makeFilesPrivate(): void {
  process.umask(OTHERS)
}

/**
 * Creates `DATA_DIR` and closes it and everything in it to other users, also if it was open before. Throws a
 * `StartupError` if another user owns it or could still read or replace something in it. Windows closes a user's folder
 * by itself.
 */
export function openDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (process.platform !== 'win32') makePrivate(dataDir)
  } catch (error) {
    if (error instanceof StartupError || !(error instanceof Error)) throw error
    throw new StartupError(`DATA_DIR ${dataDir} cannot be used: ${error.message}.`, { cause: error })
  }
}

function makePrivate(dataDir: string): void {
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
  // First, so that the rest is out of reach at once.
  closeToOthers(folder)
  // The content of a closed folder is out of reach, so a tree is closed from its leaves up, and a closed folder is
  // skipped.
  for (const name of readdirSync(folder)) {
    if (isOpen(join(folder, name))) closeTree(join(folder, name))
  }
  if (isOpen(folder)) throw new StartupError(`DATA_DIR ${dataDir} stays open to other users on this disk: ${others}.`)
}

function closeTree(path: string): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  if (stats.isDirectory()) for (const name of readdirSync(path)) closeTree(join(path, name))
  closeToOthers(path)
}

function closeToOthers(path: string): void {
  const { mode } = lstatSync(path)
  if (mode & OTHERS) chmodSync(path, mode & 0o700)
}
