import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { NEWEST_VERSION, PROTOCOL_VERSIONS, type ProtocolVersion } from '#server/programs/agents/protocol-versions.ts'

const FOLDER = join(import.meta.dirname, 'ucp-schemas')
const SITE = 'https://ucp.dev'

function schemasOf(version: ProtocolVersion) {
  // Words of the protocol's own stand in its schemas beside those of JSON Schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const folder = join(FOLDER, version)
  for (const path of globSync('**/*.json', { cwd: folder })) {
    // The descriptions of the bindings have no id; what they refer to is meant from where they are published.
    ajv.addSchema({ $id: `${SITE}/${path}`, ...(JSON.parse(readFileSync(join(folder, path), 'utf8')) as object) })
  }
  return ajv
}

const known = new Map(PROTOCOL_VERSIONS.map((version) => [version, schemasOf(version)]))

/**
 * What the protocol's own schema finds wrong with a value, as sentences; none where it is right. The schema is named by
 * its address below the schemas, or by one from the root.
 */
export function schemaFaults(version: ProtocolVersion, schema: string, value: unknown): string[] {
  const validate = known.get(version)?.getSchema(new URL(schema, `${SITE}/schemas/`).href)
  if (!validate) throw new Error(`there is no schema ${schema} of ${version}`)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** A description of a binding of the newest version, and its address. */
function readBinding<Description>(name: string) {
  const path = join('services/shopping', name)
  return {
    address: `/${path}`,
    description: JSON.parse(readFileSync(join(FOLDER, NEWEST_VERSION, path), 'utf8')) as Description,
  }
}

export const REST_BINDING = readBinding<{
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}>('rest.openapi.json')

export const MCP_BINDING = readBinding<{ methods: { name: string; params: { name: string; required: boolean }[] }[] }>(
  'mcp.openrpc.json',
)

/** The address of the schema of an answer that tells why there is none. */
export const ERROR_SCHEMA: Record<ProtocolVersion, string> = {
  '2026-08-25': 'common/types/error_response.json',
  '2026-04-08': 'shopping/types/error_response.json',
}
