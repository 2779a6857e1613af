import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const START = 'window.__reactRouterManifest='

interface RouteManifest {
  routes: Record<string, Record<string, unknown>>
}

const isEmpty = (value: unknown) => value === false || (Array.isArray(value) && value.length === 0)

/**
 * The browser's list of routes without empty values and without what each route imports. The router needs those only to
 * preload them: the HTML of the first page does it, and no link preloads another page.
 */
export function shortRouteManifest(script: string): string {
  const manifest = JSON.parse(script.slice(START.length, -1)) as RouteManifest
  for (const route of Object.values(manifest.routes)) {
    delete route.imports
    for (const [name, value] of Object.entries(route)) if (isEmpty(value)) delete route[name]
  }
  return `${START}${JSON.stringify(manifest)};`
}

/** Shortens the list of routes that a build has just written. */
export async function shortenRouteManifest(buildDir: string): Promise<void> {
  const folder = join(buildDir, 'client', 'assets')
  for (const name of await readdir(folder)) {
    if (!/^manifest-\w+\.js$/.test(name)) continue
    const script = await readFile(join(folder, name), 'utf8')
    await writeFile(join(folder, name), shortRouteManifest(script))
  }
}
