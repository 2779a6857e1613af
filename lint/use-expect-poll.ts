import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Parameters<RuleTester['run']>[1]
type Context = Parameters<NonNullable<Rule['create']>>[0]
type Visitor = ReturnType<NonNullable<Rule['create']>>
type NodeOf<Type extends keyof Visitor> = Parameters<NonNullable<Visitor[Type]>>[0]
type Call = NodeOf<'CallExpression'>

const JOURNEY = /[/\\]e2e[/\\][^/\\]+\.test\.ts$/

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'])

const MESSAGE =
  'Read once it may be read too early, so that a slow machine fails: await expect.poll(() => …) waits for it.'

/** In a journey nothing is expected of a value that was read a single time inside of `expect(…)`. */
export const useExpectPoll: Rule = {
  create: (context: Context) => {
    if (!JOURNEY.test(context.filename)) return {}
    return {
      AwaitExpression(node) {
        if (node.argument.type === 'CallExpression' && isInExpect(node)) context.report({ node, message: MESSAGE })
      },
      CallExpression(node) {
        if (readsAddress(node) && isInExpect(node)) context.report({ node, message: MESSAGE })
      },
    }
  },
}

function readsAddress({ callee, arguments: parameters }: Call): boolean {
  const isUrl =
    callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'url'
  return isUrl && parameters.length === 0
}

/** Whether this stands among what `expect(…)` is given, and not in a function that is called again and again. */
function isInExpect(node: NodeOf<'AwaitExpression'> | Call): boolean {
  for (let each: { type: string; parent?: unknown } | null = node.parent; each; each = each.parent as typeof each) {
    if (FUNCTIONS.has(each.type)) return false
    if (isExpect(each)) return true
  }
  return false
}

function isExpect(node: { type: string; callee?: { type: string; name?: string } }): boolean {
  return node.type === 'CallExpression' && node.callee?.type === 'Identifier' && node.callee.name === 'expect'
}
