import { readFileSync } from 'node:fs'

import type { ApiDocument, Operation } from '#server/http/openapi/openapi-document.ts'
import type { JsonSchema } from '#server/http/openapi/openapi-schemas.ts'

export const API_DOCS_STYLE = readFileSync(new URL('api-docs.css', import.meta.url), 'utf8')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const AUDIENCE_NAMES: Record<Operation['x-audience'], string> = {
  public: 'anyone',
  customer: 'a signed-in customer',
  admin: 'a signed-in administrator',
  provider: 'the payment provider, by its signature',
}

/** Sentences of the description mark code with backticks, as Markdown does. */
const prose = (text: string) => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** `1 to 100 characters`, `at least 0`, `at most 5`; nothing without a limit. */
function rangeOf(from: number | undefined, to: number | undefined, unit: string): string[] {
  if (from === undefined && to === undefined) return []
  const range = to === undefined ? `at least ${from}` : from === undefined ? `at most ${to}` : `${from} to ${to}`
  return [range + unit]
}

function limitsOf({ minimum, maximum, minLength, maxLength, format }: JsonSchema): string {
  const ranges = [...rangeOf(minimum, maximum, ''), ...rangeOf(minLength, maxLength, ' characters')]
  const notes = format ? [format, ...ranges] : ranges
  return notes.length > 0 ? ` <i>${escape(notes.join(', '))}</i>` : ''
}

function fieldsOf({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, field]) => `${inner}<b>${escape(name)}</b>${required.includes(name) ? '' : '?'}: ${typeOf(field, inner)}`,
  )
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
    lines.push(`${inner}[name]: ${typeOf(additionalProperties, inner)}`)
  }
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** A schema in short form: names, types, limits, and links to the named schemas. */
function typeOf(schema: JsonSchema, indent = ''): string {
  if (schema.$ref) {
    const name = escape(schema.$ref.split('/').at(-1) ?? '')
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each, indent)).join(' | ')
  if (schema.enum) return schema.enum.map((each) => escape(JSON.stringify(each))).join(' | ')
  if (schema.const !== undefined) return escape(JSON.stringify(schema.const))
  if (schema.items) return `[${typeOf(schema.items, indent)}]`
  if (schema.type === 'object') return fieldsOf(schema, indent)
  const types = [schema.type ?? 'anything'].flat().join(' | ')
  return `${escape(types)}${limitsOf(schema)}`
}

const block = (schema: JsonSchema) => `<pre tabindex="0"><code>${typeOf(schema)}</code></pre>`

function renderParameters(parameters: Operation['parameters'] = []): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${place}${required ? '' : ', optional'}</td><td>${typeOf(schema)}</td></tr>`,
  )
  return `<table><caption>Parameters</caption><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">Type</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function renderContent(title: string, content: Record<string, { schema: JsonSchema }>): string {
  return Object.entries(content)
    .map(([mediaType, { schema }]) => `<h4>${escape(title)} <small>${escape(mediaType)}</small></h4>${block(schema)}`)
    .join('')
}

function renderAnswers(responses: Operation['responses'], errors: ApiDocument['components']['responses']): string {
  let success = ''
  let list = ''
  for (const [status, answer] of Object.entries(responses)) {
    if ('content' in answer) success += renderContent(`Answer ${status}`, answer.content)
    else list += `<li><code>${status}</code> ${prose(errors[status]?.description ?? '')}</li>`
  }
  return `${success}<details><summary>Errors</summary><ul>${list}</ul></details>`
}

function renderCall(method: string, path: string, call: Operation, errors: ApiDocument['components']['responses']) {
  const who = `For ${AUDIENCE_NAMES[call['x-audience']]}${call['x-changes'] ? '; changes something' : ''}.`
  return `<article id="${call.operationId}">
<h3><span class="method">${method.toUpperCase()}</span> <code>/api${escape(path)}</code></h3>
<p>${prose(call.summary)}. <span class="who">${who}</span></p>
${renderParameters(call.parameters)}
${call.requestBody ? renderContent('Body', call.requestBody.content) : ''}
${renderAnswers(call.responses, errors)}
</article>`
}

/**
 * The description of the API as one page without a script. Why no viewer from npm:
 * docs/decisions/0064-own-api-pages.md.
 */
export function renderApiDocs({ info, tags, paths, components }: ApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      tag: call.tags[0],
      link: `<li><a href="#${call.operationId}"><span class="method">${method.toUpperCase()}</span> ${escape(path)}</a></li>`,
      article: renderCall(method, path, call, components.responses),
    })),
  )
  const sections = tags.map(({ name }) => ({ name: escape(name), own: calls.filter(({ tag }) => tag === name) }))
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<section id="schema-${escape(name)}"><h3>${escape(name)}</h3>${block(schema)}</section>`,
  )
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(info.title)}</title>
<style>${API_DOCS_STYLE}</style>
</head>
<body>
<header>
<h1>${escape(info.title)}</h1>
<p>${prose(info.description)}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). Every error has the shape <a href="#schema-Error">Error</a>.</p>
</header>
<nav aria-label="Calls">
${sections.map(({ name, own }) => `<h2>${name}</h2><ul>${own.map(({ link }) => link).join('')}</ul>`).join('\n')}
</nav>
<main>
${sections.map(({ name, own }) => `<section aria-labelledby="tag-${name}"><h2 id="tag-${name}">${name}</h2>${own.map(({ article }) => article).join('\n')}</section>`).join('\n')}
<section aria-labelledby="schemas"><h2 id="schemas">Shapes</h2>
${schemas.join('\n')}
</section>
</main>
</body>
</html>
`
}
