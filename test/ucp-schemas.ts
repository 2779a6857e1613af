import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { PROTOCOL_VERSIONS, type ProtocolVersion } from '#server/programs/agents/protocol-versions.ts'

const FOLDER = join(import.meta.dirname, 'ucp-schemas')
const HOME = 'https://ucp.dev/schemas/'

function schemasOf(version: ProtocolVersion) {
  // Words of the protocol's own stand in its schemas beside those of JSON Schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const folder = join(FOLDER, version)
  for (const path of globSync('**/*.json', { cwd: folder })) {
    ajv.addSchema(JSON.parse(readFileSync(join(folder, path), 'utf8')) as object)
  }
  return ajv
}

const known = new Map(PROTOCOL_VERSIONS.map((version) => [version, schemasOf(version)]))

/** What the protocol's own schema finds wrong with a value, as sentences; none where it is right. */
export function schemaFaults(version: ProtocolVersion, schema: string, value: unknown): string[] {
  const validate = known.get(version)?.getSchema(HOME + schema)
  if (!validate) throw new Error(`there is no schema ${schema} of ${version}`)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The address of the schema of an answer that tells why there is none. */
export const ERROR_SCHEMA: Record<ProtocolVersion, string> = {
  '2026-08-25': 'common/types/error_response.json',
  '2026-04-08': 'shopping/types/error_response.json',
}
