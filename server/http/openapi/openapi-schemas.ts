import { z } from 'zod'

import * as adminCatalogue from '#contract/catalogue/admin-catalogue.ts'
import * as collections from '#contract/catalogue/collections/collections.ts'
import * as sales from '#contract/catalogue/sales/sales.ts'
import * as offers from '#contract/offers/offers.ts'
import * as settingCalls from '#contract/settings/setting-calls.ts'
import * as stock from '#contract/stock/stock.ts'
import * as accounts from '#contract/accounts/accounts.ts'
import * as address from '#contract/schemas/address.ts'
import * as cart from '#contract/cart/cart.ts'
import * as catalogue from '#contract/catalogue/catalogue.ts'
import * as contacts from '#contract/contacts/contacts.ts'
import * as orders from '#contract/orders/orders.ts'
import * as payments from '#contract/orders/checkout.ts'
import * as pages from '#contract/pages-of-blocks/pages.ts'
import * as audit from '#contract/audit/audit.ts'
import * as dashboard from '#contract/dashboard/dashboard.ts'
import * as returns from '#contract/returns/returns.ts'

/** The part of JSON Schema (draft 2020-12) that the shop's schemas use. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: (string | number)[]
  const?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  [more: string]: unknown
}

const CONTRACT_MODULES = [
  adminCatalogue,
  collections,
  sales,
  offers,
  settingCalls,
  stock,
  accounts,
  address,
  cart,
  catalogue,
  contacts,
  orders,
  pages,
  payments,
  audit,
  dashboard,
  returns,
]
const DEFINITIONS = '#/$defs/'
const COMPONENTS = '#/components/schemas/'

/**
 * The schemas of these modules by the name of their export. Those of other modules are described inside each answer
 * that has them.
 */
function namedSchemas() {
  const names = z.registry<{ id: string }>()
  for (const schemas of CONTRACT_MODULES) {
    for (const [name, schema] of Object.entries(schemas)) {
      if (schema instanceof z.ZodType) names.add(schema, { id: name })
    }
  }
  return names
}

const isTransform = (schema: z.core.$ZodType) => schema._zod.def.type === 'transform'

/** Adds what zod's translation lacks, and removes limits and patterns that tell the reader nothing. */
function adjust(zodSchema: z.core.$ZodTypes, jsonSchema: JsonSchema): void {
  const { def } = zodSchema._zod
  if (def.type === 'pipe' && !isTransform(def.in) && def.out instanceof z.ZodEmail) jsonSchema.format = 'email'
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (zodSchema === address.AddressBody) {
    const bare = { ...jsonSchema }
    for (const key of Object.keys(bare)) delete jsonSchema[key]
    const { buyerGstin = {}, buyerFirm = {}, ...six } = bare.properties ?? {}
    const wrapped = { address: { ...bare, properties: six }, buyerGstin, buyerFirm }
    jsonSchema.anyOf = [{ type: 'object', properties: wrapped, required: ['address'] }, bare]
  }
}

function translate(schema: z.ZodType, io: 'input' | 'output', metadata: z.core.$ZodRegistry<{ id: string }>) {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
    override: (context) => adjust(context.zodSchema, context.jsonSchema as JsonSchema),
  })
  return json as JsonSchema
}

const pointToComponents = (json: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(json).replaceAll(`"$ref":"${DEFINITIONS}`, `"$ref":"${COMPONENTS}`)) as JsonSchema

/**
 * Turns the contract's schemas into JSON Schema. A named schema of an answer is described once, among `components`, and
 * referred to; the schema of a request is described inside its call.
 */
export function createSchemas() {
  const names = namedSchemas()
  const components: Record<string, JsonSchema> = {}

  return {
    components,
    describeSent: (schema: z.ZodType): JsonSchema => translate(schema, 'input', z.registry()),
    describeAnswer: (schema: z.ZodType): JsonSchema => {
      const { $defs = {}, ...json } = translate(schema, 'output', names)
      for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) {
        components[name] ??= pointToComponents(definition)
      }
      return pointToComponents(json)
    },
  }
}
