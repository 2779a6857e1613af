import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

import type { RuleTester } from 'oxlint/plugins-dev'

import { findImportFault, speaksSql } from './check-import.ts'
import { isScreen, isTest, placeOf } from './allowed-imports.ts'
import type { Place } from './allowed-imports.ts'
import { awaitCalls } from './await-calls.ts'
import { textStandsAlone } from './text-stands-alone.ts'
import { useExpectPoll } from './use-expect-poll.ts'
import { findOldWord, MEANINGLESS_NAMES } from './banned-names.ts'

type Rule = Parameters<RuleTester['run']>[1]
type Context = Parameters<NonNullable<Rule['create']>>[0]
type Visitor = ReturnType<NonNullable<Rule['create']>>
type NodeOf<Type extends keyof Visitor> = Parameters<NonNullable<Visitor[Type]>>[0]
type Seen = (specifier: string, isTypeOnly: boolean, node: NodeOf<'Literal'>) => void

const QUERY_BUILDERS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'executeQuery'])

const whoMayImportWhom: Rule = {
  create: (context) => {
    const from = placeInProject(context.filename)
    return eachImport((specifier, isTypeOnly, node) => {
      const message = findImportFault(from, specifier, isTypeOnly)
      if (message !== undefined) context.report({ node, message })
    })
  },
}

const sqlOnlyInQueries: Rule = {
  create: (context) => {
    if (speaksSql(placeInProject(context.filename))) return {}
    return {
      MemberExpression(node) {
        if (node.property.type !== 'Identifier' || !QUERY_BUILDERS.has(node.property.name)) return
        context.report({
          node: node.property,
          message: `SQL stays in queries.ts and server/db: move this ${node.property.name} there.`,
        })
      },
    }
  },
}

const shortPaths: Rule = {
  create: (context) =>
    eachImport((specifier, _isTypeOnly, node) => {
      const message = findPathFault(specifier)
      if (message !== undefined) context.report({ node, message })
    }),
}

function findPathFault(specifier: string): string | undefined {
  if (specifier.split('/').includes('..')) {
    return `No ../ in an import: write ${specifier} as #room/…, so that a file can move.`
  }
  const isOwn = specifier.startsWith('#') || specifier.startsWith('.')
  if (isOwn && !specifier.startsWith('./+types/') && !/\.\w+(\?[\w-]+)?$/.test(specifier)) {
    return `An import names the file with its ending: ${specifier}.ts or .tsx.`
  }
  return undefined
}

const noBarrels: Rule = {
  create: (context) => ({
    Program(node) {
      const passesOn = node.body.filter(
        (each) =>
          each.type === 'ExportAllDeclaration' || (each.type === 'ExportNamedDeclaration' && each.source !== null),
      )
      const doesNothingElse = node.body.every((each) => passesOn.includes(each) || each.type === 'ImportDeclaration')
      const [first] = passesOn
      if (first !== undefined && doesNothingElse) {
        context.report({
          node: first,
          message: 'No barrels: a file that only passes exports on hides where things live. Import the owner itself.',
        })
      }
    },
  }),
}

const noDefaultExport: Rule = {
  create: (context) => {
    if (mayExportDefault(placeInProject(context.filename))) return {}
    const message =
      'No default export: a named one keeps its name everywhere it is used. Only what a framework loads may have one.'
    return {
      ExportDefaultDeclaration: (node) => context.report({ node, message }),
      ExportSpecifier: (node) => {
        if (nameOf(node.exported) === 'default') context.report({ node, message })
      },
    }
  },
}

function mayExportDefault(place: Place): boolean {
  if (place.room === '') return place.file.endsWith('.config.ts')
  return (isScreen(place) && !isTest(place)) || place.path === 'app/routes.ts' || place.path === 'lint/rules.ts'
}

const speakingNames: Rule = {
  create: (context) => ({
    Program(node) {
      const meaningless = placeInProject(context.filename)
        .path.replace(/\.\w+$/, '')
        .split('/')
        .find((name) => MEANINGLESS_NAMES.has(name))
      if (meaningless === undefined) return
      context.report({
        node,
        message: `“${meaningless}” says nothing: name the file by what it is about, in a word of the trade.`,
      })
    },
  }),
}

const plainWords: Rule = {
  create: (context) => {
    const report = (node: NodeOf<'Literal' | 'Identifier' | 'Program'>, name: string) => {
      const message = findOldWord(name)
      if (message !== undefined) context.report({ node, message })
    }
    return {
      Program(node) {
        report(node, placeInProject(context.filename).path.replace(/\.\w+$/, ''))
      },
      ExportNamedDeclaration({ declaration }) {
        if (declaration === null) return
        if (declaration.type === 'VariableDeclaration') {
          for (const { id } of declaration.declarations) if (id.type === 'Identifier') report(id, id.name)
        } else if ('id' in declaration && declaration.id?.type === 'Identifier') {
          report(declaration.id, declaration.id.name)
        }
      },
      ExportSpecifier: ({ exported }) => report(exported, nameOf(exported)),
    }
  },
}

/** Where a line of code ends, by the formatter's settings; it leaves comments as they are. */
const MARGIN = 120
/** What an instruction to the linter says, and an address, stand in one line. */
const UNBREAKABLE = /oxlint-|https?:\/\/\S{60}/

const commentsWithinMargin: Rule = {
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const { loc } of sourceCode.getAllComments()) {
        for (const [index, line] of sourceCode.lines.slice(loc.start.line - 1, loc.end.line).entries()) {
          if (line.length <= MARGIN || !/^\s*[/*]/.test(line) || UNBREAKABLE.test(line)) continue
          const start = { line: loc.start.line + index, column: 0 }
          const message = `A comment ends where code does, after ${MARGIN} characters.`
          report({ loc: { start, end: { ...start, column: line.length } }, message })
        }
      }
    },
  }),
}

/** Calls `seen` wherever a file names another: import, re-export, dynamic import and the type `import('…')`. */
function eachImport(seen: Seen): Visitor {
  return {
    ImportDeclaration: (node) => seen(node.source.value, node.importKind === 'type', node.source),
    ExportAllDeclaration: (node) => seen(node.source.value, node.exportKind === 'type', node.source),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) seen(node.source.value, node.exportKind === 'type', node.source)
    },
    ImportExpression: (node) => {
      const { source } = node
      if (source.type === 'Literal' && typeof source.value === 'string') seen(source.value, false, source)
    },
    TSImportType: (node) => seen(node.source.value, true, node.source),
  }
}

function nameOf(node: NodeOf<'ExportSpecifier'>['exported']): string {
  return node.type === 'Literal' ? node.value : node.name
}

const roots = new Map<string, string>()

function placeInProject(filename: Context['filename']): Place {
  return placeOf(
    relative(rootOf(dirname(filename)), filename)
      .split(sep)
      .join('/'),
  )
}

/** The nearest folder with a package.json: the rules hold wherever oxlint is started from. */
function rootOf(folder: string): string {
  const known = roots.get(folder)
  if (known !== undefined) return known
  const parent = dirname(folder)
  const root = parent === folder || existsSync(join(folder, 'package.json')) ? folder : rootOf(parent)
  roots.set(folder, root)
  return root
}

/** The rules of this project, such as who may import whom (`docs/architecture.md`). */
export default {
  meta: { name: 'layers' },
  rules: {
    'who-may-import-whom': whoMayImportWhom,
    'sql-only-in-queries': sqlOnlyInQueries,
    'short-paths': shortPaths,
    'no-barrels': noBarrels,
    'no-default-export': noDefaultExport,
    'speaking-names': speakingNames,
    'plain-words': plainWords,
    'text-stands-alone': textStandsAlone,
    'use-expect-poll': useExpectPoll,
    'await-calls': awaitCalls,
    'comments-within-the-margin': commentsWithinMargin,
  },
}
