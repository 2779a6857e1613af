import {
  FEATURES,
  isFeature,
  isQueries,
  isRoutes,
  isScreen,
  isService,
  isTest,
  packageOf,
  targetOf,
} from './allowed-imports.ts'
import type { Place } from './allowed-imports.ts'

/**
 * Says in one sentence why `from` may not import `specifier`; undefined when it may.
 *
 * @param isTypeOnly whether the import leaves nothing in the running program
 */
export function findImportFault(from: Place, specifier: string, isTypeOnly: boolean): string | undefined {
  if (isTest(from)) return undefined
  const name = packageOf(specifier)
  if (name !== undefined) return packageFault(from, name, isTypeOnly)
  const to = targetOf(from, specifier)
  if (to === undefined) return undefined
  if (isTest(to)) return `${to.path} belongs to the tests; the running shop does not import it.`
  return roomFault(from, to) ?? serverFault(from, to) ?? appFault(from, to)
}

function packageFault(from: Place, name: string, isTypeOnly: boolean): string | undefined {
  if (from.room === 'contract' && name !== 'zod') {
    return `contract imports zod only, so that server and browser can both carry it; not ${name}.`
  }
  if (/^(@fastify\/|fastify)/.test(name) && !speaksHttp(from)) {
    return `Request and reply stay in routes.ts and admin-routes.ts, or in server/start, server/http, server/cache, server/pages and sandbox: ${name} has no place here.`
  }
  if (name === 'kysely' && !isTypeOnly && !speaksSql(from)) {
    return 'SQL stays in queries.ts and server/db: only the types of kysely may be imported here.'
  }
  if (/^(pg|@electric-sql\/.+)$/.test(name) && !isDatabase(from)) {
    return `Only server/db knows which engine runs: ${name} has no place here.`
  }
  return undefined
}

/** What the sandbox shares with the shop. */
const SANDBOX_MAY_IMPORT = new Set(['http', 'db', 'server/start/loopback-hosts.ts'])

/** Who puts the sandbox beside the shop. */
const MAY_IMPORT_SANDBOX = new Set(['server/start/open-shop.ts', 'server/start/open-courier.ts', 'server/start/app.ts'])

function roomFault(from: Place, to: Place): string | undefined {
  if (from.room === 'contract' && to.room !== 'contract') {
    return `contract imports nothing of ${to.room}: it promises, it does not act.`
  }
  if (from.room === 'client' && to.room !== 'client') {
    return `client is for programs elsewhere, which have nothing else of this project: not ${to.path}.`
  }
  if (from.room === 'app' && to.room !== 'app' && to.room !== 'contract') {
    return `app imports contract and app only, not ${to.path}: it reaches the server through the api.`
  }
  if (from.room === 'server' && to.room === 'app') {
    return `server never imports app (${to.path}): it loads the built bundle.`
  }
  if (to.room === 'sandbox' && from.room !== 'sandbox' && !MAY_IMPORT_SANDBOX.has(from.path)) {
    return `The sandbox is an outside system (${to.path}): open-shop.ts reads its keys, app.ts registers its calls, and nobody else knows it.`
  }
  if (
    from.room === 'sandbox' &&
    to.room === 'server' &&
    ![to.part, to.path].some((one) => SANDBOX_MAY_IMPORT.has(one))
  ) {
    return `The sandbox knows nothing of the shop's features (${to.path}): it speaks to the shop over HTTP.`
  }
  return undefined
}

function serverFault(from: Place, to: Place): string | undefined {
  if (to.path === 'server/db/tables.ts' && !speaksSql(from)) {
    return 'Rows never leave the queries: server/db/tables.ts is for queries.ts and server/db.'
  }
  if (from.room !== 'server' || to.room !== 'server') return undefined
  if (['server/start/app.ts', 'server/start/main.ts'].includes(to.path) && !putsTogether(from)) {
    return `${to.path} puts the parts together and is imported by none of them.`
  }
  if (from.part === to.part) return layerFault(from, to)
  if (!isFeature(to)) return undefined
  if (isFeature(from)) return neighbourFault(from, to)
  if (from.part === 'jobs' && isService(to)) return undefined
  if (!putsTogether(from)) return `server/${from.part} knows no feature (${to.path}): app.ts passes in what it needs.`
  return undefined
}

function layerFault(from: Place, to: Place): string | undefined {
  if (isRoutes(to) && !isRoutes(from)) {
    return `Inside a feature routes → service → queries, never upward: ${from.file} may not import ${to.file}.`
  }
  if (isQueries(from) && isService(to)) {
    return `Inside a feature routes → service → queries, never upward: ${from.file} may not import service.ts.`
  }
  if (isRoutes(from) && isQueries(to)) return `Routes reach the queries through service.ts, not past it: ${to.file}.`
  return undefined
}

function neighbourFault(from: Place, to: Place): string | undefined {
  if (!FEATURES[from.part]?.includes(to.part)) {
    return `${from.part} may not import ${to.part}: the features form one list without cycles (lint/allowed-imports.ts); app.ts passes a callback where a lower one must call a higher one.`
  }
  if (!isService(to)) return `Of another feature only its service.ts may be imported, not ${to.path}.`
  if (isQueries(from)) return `Queries know no service: ${from.part}/service.ts calls ${to.path}.`
  return undefined
}

function appFault(from: Place, to: Place): string | undefined {
  if (from.room !== 'app' || to.room !== 'app' || to.path.includes('/+types/')) return undefined
  if (isScreen(to) && isScreen(from)) {
    return `Screens never import screens (${to.path}): what both show is a component in app/<feature>/ or app/ui/.`
  }
  if (isScreen(to)) return `Screens → components → ui, never upward: ${to.path} is a screen.`
  if (from.part === 'ui' && to.part !== 'ui') return `app/ui knows no feature (${to.path}): hand it in as a property.`
  if (from.part === 'api' && to.part !== 'api') {
    return `app/api is a client of the server and knows no component (${to.path}).`
  }
  return undefined
}

/** @returns whether a file may build or run SQL */
export function speaksSql(place: Place): boolean {
  if (isQueries(place) || isDatabase(place) || isTest(place)) return true
  return place.room === 'sandbox' && !place.file.endsWith('routes.ts')
}

/** `server/start/` opens the shop: it hands the parts to each other. */
function putsTogether(place: Place): boolean {
  return place.part === '' || place.part === 'start'
}

function speaksHttp(place: Place): boolean {
  if (place.room === 'sandbox') return true
  return isRoutes(place) || (place.room === 'server' && ['', 'start', 'http', 'cache', 'pages'].includes(place.part))
}

function isDatabase(place: Place): boolean {
  return place.room === 'server' && place.part === 'db'
}
