import { basename, dirname, join } from 'node:path/posix'

/**
 * Where a file of the project stands, by its path: `server/cart/service.ts` → room server, part cart, file service.ts.
 */
export interface Place {
  path: string
  room: string
  /** The folder inside the room; empty for a file that lies directly in it. */
  part: string
  file: string
}

/** The features of the server, each with those whose `service.ts` it may import. The list must have no cycle. */
export const FEATURES: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  cart: ['accounts', 'catalogue', 'offers'],
  catalogue: ['documents'],
  contacts: ['accounts'],
  dashboard: ['catalogue', 'contacts', 'orders', 'programs'],
  delivery: [],
  documents: [],
  mails: ['orders', 'accounts', 'catalogue', 'documents', 'programs'],
  offers: [],
  orders: ['cart', 'catalogue', 'accounts', 'documents', 'offers', 'delivery'],
  'pages-of-blocks': ['catalogue', 'settings'],
  programs: ['cart', 'catalogue', 'delivery', 'offers', 'orders'],
  returns: ['orders', 'documents', 'catalogue', 'accounts'],
  reviews: ['catalogue', 'orders', 'accounts'],
  settings: [],
  stock: [],
}

/** @param path relative to the project's root, with forward slashes */
export function placeOf(path: string): Place {
  const [room = '', part = ''] = dirname(path).split('/')
  return { path, room: room === '.' ? '' : room, part, file: basename(path) }
}

/** The project file that an import written in `from` means; undefined for a package. */
export function targetOf(from: Place, specifier: string): Place | undefined {
  if (specifier.startsWith('#')) return placeOf(specifier.slice(1))
  if (specifier.startsWith('.')) return placeOf(join(dirname(from.path), specifier))
  return undefined
}

/** The package that an import means: `@fastify/static/x` → `@fastify/static`; undefined for a project file. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('#') || specifier.startsWith('.')) return undefined
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** A test may reach into every room: it acts as the browser, the provider and other features. */
export function isTest(place: Place): boolean {
  return /\.test\.tsx?$/.test(place.file) || ['test', 'e2e', 'bench', 'prove'].includes(place.room)
}

export function isFeature(place: Place): boolean {
  return place.room === 'server' && Object.hasOwn(FEATURES, place.part)
}

export function isRoutes(place: Place): boolean {
  return place.room === 'server' && /^(.+-)?routes\.ts$/.test(place.file)
}

export function isService(place: Place): boolean {
  return place.room === 'server' && place.file === 'service.ts'
}

export function isQueries(place: Place): boolean {
  return ['server', 'sandbox', 'demo'].includes(place.room) && /^(.+-)?queries\.ts$/.test(place.file)
}

/** A screen is whatever React Router loads by itself: everything in `app/routes/`, and the root. */
export function isScreen(place: Place): boolean {
  return place.room === 'app' && (place.part === 'routes' || /^(root|entry\..+)\.tsx$/.test(place.file))
}
