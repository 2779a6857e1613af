import { CAPABILITIES, extensionsIn, type Capability } from '#server/programs/agents/agent-call.ts'
import { OPERATIONS } from '#server/programs/agents/operations.ts'
import {
  endpointOf,
  NEWEST_VERSION,
  PROTOCOL_VERSIONS,
  profilePathOf,
  type ProtocolVersion,
} from '#server/programs/agents/protocol-versions.ts'

/** Where the protocol describes a capability: the last part of the schema's address, and of the text's. */
const DESCRIBED: Record<Capability, { schema: string; text: string }> = {
  search: { schema: 'catalog_search', text: 'catalog/search' },
  lookup: { schema: 'catalog_lookup', text: 'catalog/lookup' },
  cart: { schema: 'cart', text: 'cart' },
  checkout: { schema: 'checkout', text: 'checkout' },
  order: { schema: 'order', text: 'order' },
}

const schemaAt = (home: string, name: string) => `${home}/schemas/shopping/${name}.json`

const offered = () => [...new Set(OPERATIONS.map(({ capability }) => capability))]

/**
 * The shop as programs find it: what it offers by one version of the protocol, and where. It takes payments from people
 * only.
 */
export function profileOf(version: ProtocolVersion, shopUrl: string): object {
  const home = `https://ucp.dev/${version}`
  const service = { version, spec: `${home}/specification/overview` }
  const endpoint = `${shopUrl}${endpointOf(version)}`
  const others = PROTOCOL_VERSIONS.filter((spoken) => spoken !== version)
  return {
    ucp: {
      version,
      ...(version === NEWEST_VERSION && {
        supported_versions: Object.fromEntries(others.map((other) => [other, `${shopUrl}${profilePathOf(other)}`])),
      }),
      services: {
        'dev.ucp.shopping': [
          { ...service, transport: 'rest', schema: `${home}/services/shopping/rest.openapi.json`, endpoint },
          {
            ...service,
            transport: 'mcp',
            schema: `${home}/services/shopping/mcp.openrpc.json`,
            endpoint: `${endpoint}/mcp`,
          },
        ],
      },
      capabilities: {
        ...Object.fromEntries(
          offered().map((name) => {
            const { schema, text } = DESCRIBED[name]
            const spec = `${home}/specification/${version === NEWEST_VERSION ? 'shopping/' : ''}${text}`
            return [CAPABILITIES[name], [{ version, spec, schema: schemaAt(home, schema) }]]
          }),
        ),
        ...Object.fromEntries(
          extensionsIn(version).map(({ extension, name, of }) => {
            const described = { spec: `${home}/specification/${extension}`, schema: schemaAt(home, extension) }
            return [name, [{ version, ...described, extends: of.map((capability) => CAPABILITIES[capability]) }]]
          }),
        ),
      },
      payment_handlers: {},
    },
  }
}
