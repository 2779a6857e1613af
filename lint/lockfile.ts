import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package as `package-lock.json` keeps it, as far as it matters here. */
export interface LockedPackage {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export type LockedPackages = Record<string, LockedPackage>

const LOCKFILE = join(import.meta.dirname, '..', 'package-lock.json')
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/**
 * The optional packages that others name and the lock does not have, with the place where they belong. A registry that carries
 * only some platforms makes `npm install` leave the others out, and `npm ci` then refuses the whole lock.
 */
export function missingPackages(packages: LockedPackages): LockedPackages {
  const named = Object.entries(packages).flatMap(([place, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, place, name))
      .map(([name, version]) => [`node_modules/${name}`, describe(name, version, dev)] as const),
  )
  return Object.fromEntries(named)
}

/** Whether a package at `place` finds `name` in its own `node_modules` or in that of a package around it. */
function isLocked(packages: LockedPackages, place: string, name: string): boolean {
  if (Object.hasOwn(packages, `${place === '' ? '' : `${place}/`}node_modules/${name}`)) return true
  if (place === '') return false
  return isLocked(packages, place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0)), name)
}

/** The platform is read off the name, as these packages are all named by it: `@oxlint/binding-linux-arm64-musl`. */
function describe(name: string, version: string, dev: boolean | undefined): LockedPackage {
  if (!/^\d/.test(version)) {
    throw new Error(`The lock lacks ${name}@${version}, which is no exact version: run npm install.`)
  }
  const words = name.split(/[/-]/)
  const os = SYSTEMS.filter((system) => words.includes(system))
  const cpu = PROCESSORS.filter((processor) => words.includes(processor))
  if (os.length === 0 && cpu.length === 0) {
    throw new Error(`The lock lacks ${name}, which names no platform: run npm install.`)
  }
  const libc = words.includes('gnu') ? ['glibc'] : words.includes('musl') ? ['musl'] : []
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}

/** The packages of this project's lock, by place. */
export function readLock(): { packages: LockedPackages } {
  return JSON.parse(readFileSync(LOCKFILE, 'utf8')) as { packages: LockedPackages }
}

/** Adds what is missing to this project's lock, in npm's order. */
function completeLock(): void {
  const lock = readLock()
  const all = Object.entries({ ...lock.packages, ...missingPackages(lock.packages) })
  const packages = Object.fromEntries(all.toSorted(([one], [other]) => one.localeCompare(other, 'en')))
  writeFileSync(LOCKFILE, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
}

if (import.meta.main) completeLock()
