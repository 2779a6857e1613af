import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package as `package-lock.json` keeps it, as far as it matters here. */
interface LockedPackage {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

type LockedPackages = Record<string, LockedPackage>

const LOCKFILE = join(import.meta.dirname, '..', 'package-lock.json')
const SUM = /^sha512-[\w+/]{86}==$/

/**
 * What makes a lock untrustworthy, a sentence for each fault: a package that comes without its sum, from an address of
 * its own or with a script that runs at its installation, and an optional package that another names and the lock
 * lacks, for which `npm ci` refuses the whole lock.
 */
export function lockFaults(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([place, locked]) => [
    ...missingFrom(packages, place, locked),
    ...(place.includes('node_modules/') ? untrusted(place, locked) : []),
  ])
}

function untrusted(place: string, { integrity = '', resolved, link, hasInstallScript }: LockedPackage): string[] {
  // A link leads to a folder of this project, which is no download.
  if (link) return /^[\w-]+(?:\/[\w-]+)*$/.test(resolved ?? '') ? [] : [`${place} leads out of the project.`]
  return [
    ...(SUM.test(integrity) ? [] : [`${place} has no sum: take a version that the registry has for every platform.`]),
    ...(resolved === undefined ? [] : [`${place} names an address: install with the project's .npmrc.`]),
    ...(hasInstallScript ? [`${place} runs a script when it is installed.`] : []),
  ]
}

function missingFrom(packages: LockedPackages, place: string, { optionalDependencies = {} }: LockedPackage): string[] {
  return Object.keys(optionalDependencies)
    .filter((name) => !isLocked(packages, place, name))
    .map((name) => `${name} is missing: remove node_modules and package-lock.json, and run npm install.`)
}

/** Whether a package at `place` finds `name` in its own `node_modules` or in that of a folder around it. */
function isLocked(packages: LockedPackages, place: string, name: string): boolean {
  if (Object.hasOwn(packages, `${place === '' ? '' : `${place}/`}node_modules/${name}`)) return true
  if (place === '') return false
  return isLocked(packages, place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0)), name)
}

/** The packages of this project's lock, by place. */
export function readLock(): { packages: LockedPackages } {
  return JSON.parse(readFileSync(LOCKFILE, 'utf8')) as { packages: LockedPackages }
}

if (import.meta.main) {
  const faults = lockFaults(readLock().packages)
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
