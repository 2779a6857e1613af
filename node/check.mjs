// Runs after npm has installed, on whatever Node there is. npm leaves out an optional package whose sum is wrong and says nothing.
import { existsSync, readFileSync } from 'node:fs'

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

const { version, optionalDependencies } = read('package.json')
const { packages } = read('../package-lock.json')
const ours = Object.keys(optionalDependencies).find((name) => {
  const { os, cpu } = packages[`node_modules/${name}`]
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
})
// An install without development packages leaves Node to the machine.
const isWanted = existsSync(new URL('../node_modules/node', import.meta.url))
const isOurs = process.versions.node === version
const isNewEnough = Number.parseInt(process.versions.node) >= Number.parseInt(version)

if (isWanted && (ours ? !isOurs : !isNewEnough)) {
  console.error(
    ours
      ? `Node ${version} is not installed: ${ours} could not be had, or it is not what package-lock.json has the sum of.`
      : `Nobody packs Node ${version} for ${process.platform} on ${process.arch}: install it on the machine and try again.`,
  )
  process.exit(1)
}
