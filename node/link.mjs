// Makes `node` in npm's scripts the Node of the lockfile, and fails where it was not installed. Runs after npm has installed,
// on whatever Node there is. npm says nothing when it leaves out an optional package because its sum is wrong, and up to
// version 10 it removes the link of this platform's Node together with those of the others.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const read = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const { version, optionalDependencies } = read('node/package.json')

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function isOurs(program) {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim() === `v${version}`
  } catch {
    return false
  }
}

function link(name) {
  const bin = join(MODULES, '.bin')
  mkdirSync(bin, { recursive: true })
  rmSync(join(bin, 'node'), { force: true })
  if (process.platform === 'win32') {
    writeFileSync(join(bin, 'node.cmd'), `@"%~dp0\\..\\${name}\\bin\\node.exe" %*\r\n`)
  } else {
    symlinkSync(`../${name}/bin/node`, join(bin, 'node'))
  }
}

const { packages } = read('package-lock.json')
const name = Object.keys(optionalDependencies).find((each) => {
  const { os, cpu } = packages[`node_modules/${each}`]
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
})

// An install without development packages leaves Node to the machine.
if (existsSync(join(MODULES, 'node'))) {
  if (name) {
    const program = join(MODULES, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (!isOurs(program)) {
      fail(
        `Node ${version} is not installed: ${name} could not be had, or it is not what package-lock.json has the sum of.`,
      )
    }
    link(name)
  } else if (Number.parseInt(process.versions.node) < Number.parseInt(version)) {
    fail(
      `Nobody packs Node ${version} for ${process.platform} on ${process.arch}: install it on the machine and try again.`,
    )
  }
}
