/** The part of JSON Schema (draft 2020-12) that the shop's schemas use. */
interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
}

interface Operation {
  summary: string
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  security: Record<string, string[]>[]
}

/** What is read of `/api/openapi.json`. */
export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const HEAD =
  '// Made from /api/openapi.json by `npx vitest run test/client.test.ts --update`: the calls that a key can open.\n'

const COMPONENTS = '#/components/schemas/'
const JSON_TYPE = 'application/json'

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const nameOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name))
const literal = (value: unknown) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))
const union = (types: readonly string[]) => [...new Set(types)].join(' | ') || 'unknown'

/** The fields of an object, each on a line of its own. */
function fieldsOf(fields: readonly { name: string; isRequired: boolean; type: string }[]): string {
  if (fields.length === 0) return 'Record<string, never>'
  const lines = fields.map(({ name, isRequired, type }) => `${nameOf(name)}${isRequired ? '' : '?'}: ${type}`)
  return `{\n${lines.join('\n').replaceAll(/^/gm, '  ')}\n}`
}

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  if (properties) {
    return fieldsOf(
      Object.entries(properties).map(([name, schema]) => ({
        name,
        isRequired: required.includes(name),
        type: typeOf(schema),
      })),
    )
  }
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  return `Record<string, ${values}>`
}

function ofType(type: string, schema: Schema): string {
  switch (type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
      return schema.items ? `Array<${typeOf(schema.items)}>` : 'unknown[]'
    case 'integer':
      return 'number'
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'number':
    case 'boolean':
    case 'null':
      return type
    default:
      return 'unknown'
  }
}

/** A schema as a type of TypeScript. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(COMPONENTS.length)
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  const either = schema.anyOf ?? schema.oneOf
  if (either) return union(either.map(typeOf))
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  return union([schema.type ?? []].flat().map((type) => ofType(type, schema)))
}

function inputOf(operation: Operation, place: 'path' | 'query') {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === place)
  if (parameters.length === 0) return []
  const fields = parameters.map(({ name, required, schema }) => ({ name, isRequired: required, type: typeOf(schema) }))
  return [{ name: place, isRequired: fields.some(({ isRequired }) => isRequired), type: fieldsOf(fields) }]
}

function bodyOf({ requestBody }: Operation) {
  if (!requestBody) return []
  const json = requestBody.content[JSON_TYPE]
  return [{ name: 'body', isRequired: requestBody.required, type: json ? typeOf(json.schema) : 'FormData' }]
}

function answerOf({ responses }: Operation): string {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const json = success?.content?.[JSON_TYPE]
  return json ? typeOf(json.schema) : 'Blob'
}

/** The calls that a key can open, as a module of TypeScript. */
export function typesOf({ paths, components }: Description): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.some((one) => 'key' in one))
      .map(([method, operation]) => {
        const input = [...inputOf(operation, 'path'), ...inputOf(operation, 'query'), ...bodyOf(operation)]
        const call = fieldsOf([
          { name: 'input', isRequired: true, type: fieldsOf(input) },
          { name: 'answer', isRequired: true, type: answerOf(operation) },
        ])
        const name = quoted(`${method.toUpperCase()} ${path}`)
        return `  /** ${operation.summary.replaceAll('*/', '')} */\n  ${name}: ${call.replaceAll('\n', '\n  ')}\n`
      }),
  )
  const body = `export interface Calls {\n${calls.join('')}}\n`
  const wanted = new Set<string>()
  const want = (text: string) => {
    for (const [, name = ''] of text.matchAll(/\b([A-Z]\w*)\b/g)) {
      const schema = components.schemas[name]
      if (!schema || wanted.has(name)) continue
      wanted.add(name)
      want(typeOf(schema))
    }
  }
  want(calls.join('').replaceAll(/^ {2}\/\*\*.*$/gm, ''))
  const named = Object.entries(components.schemas).filter(([name]) => wanted.has(name))
  const types = named.map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
  return [HEAD, ...types, body].join('\n')
}
