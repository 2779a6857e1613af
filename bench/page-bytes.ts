import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** What the build says about its scripts, as the renderer of the pages reads it. */
interface BuildAssets {
  url: string
  entry: { module: string; imports: string[] }
  routes: Record<string, { parentId?: string; module: string; imports?: string[] } | undefined>
}

interface ServerBuild {
  assets: BuildAssets
}

async function readAssets(buildDir: string): Promise<BuildAssets> {
  const { assets } = (await import(pathToFileURL(join(buildDir, 'server', 'index.js')).href)) as ServerBuild
  return assets
}

function scriptsOf(assets: BuildAssets, routeId: string | undefined): string[] {
  const route = routeId === undefined ? undefined : assets.routes[routeId]
  if (!route) return [assets.entry.module, ...assets.entry.imports, assets.url]
  return [...scriptsOf(assets, route.parentId), route.module, ...(route.imports ?? [])]
}

/**
 * The addresses of all scripts that the first visit of a route fetches, its frames' included. Throws for an unknown
 * route.
 */
export async function listScripts(buildDir: string, routeId: string): Promise<string[]> {
  const assets = await readAssets(buildDir)
  if (!assets.routes[routeId]) throw new Error(`The build has no route ${routeId}.`)
  return [...new Set(scriptsOf(assets, routeId))]
}

/**
 * The ids of all routes of the build, such as `routes/storefront/home`.
 *
 * @internal for tests
 */
export async function listRoutes(buildDir: string): Promise<string[]> {
  return Object.keys((await readAssets(buildDir)).routes)
}

async function gzippedBytes(file: string): Promise<number> {
  return (await promisify(gzip)(await readFile(file), { level: 9 })).length
}

/** Bytes of all scripts of a route's first visit, each compressed with gzip by itself. */
export async function scriptBytes(buildDir: string, routeId: string): Promise<number> {
  const scripts = await listScripts(buildDir, routeId)
  const sizes = await Promise.all(scripts.map((address) => gzippedBytes(join(buildDir, 'client', address))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Bytes of the fonts that every page asks for; they are compressed already. */
export async function fontBytes(buildDir: string): Promise<number> {
  const folder = join(buildDir, 'client', 'assets')
  const fonts = (await readdir(folder)).filter((name) => name.endsWith('.woff2'))
  const sizes = await Promise.all(fonts.map(async (name) => (await readFile(join(folder, name))).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Bytes of the styles inside a rendered page, compressed with brotli by themselves. */
export async function styleBytes(html: string): Promise<number> {
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text).join('')
  if (styles === '') throw new Error('The page has no styles inside.')
  return (await promisify(brotliCompress)(styles)).length
}
