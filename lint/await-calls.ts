import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Parameters<RuleTester['run']>[1]
type Visitor = ReturnType<NonNullable<Rule['create']>>
type NodeOf<Type extends keyof Visitor> = Parameters<NonNullable<Visitor[Type]>>[0]
type Expression = NodeOf<'CallExpression'>['callee']

const CLIENTS = new Set(['api', 'browserApi', 'adminApi'])

/** What a client answers without asking the server. */
const NO_CALLS = new Set(['now'])

const MESSAGE =
  'A call is awaited or handed on where it is started: one that is refused before anybody waits for it ends the process. For two at once, Promise.all([…]).'

/** No call of the API is kept in a variable to be awaited later. */
export const awaitCalls: Rule = {
  create: (context) => {
    if (!/[/\\]app[/\\]/.test(context.filename)) return {}
    return {
      VariableDeclarator({ init }) {
        if (init?.type === 'CallExpression' && startsCall(init.callee)) context.report({ node: init, message: MESSAGE })
      },
    }
  },
}

function startsCall(callee: Expression): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  return isClient(callee.object) && !NO_CALLS.has(callee.property.name)
}

/** `api`, or `serverApi(context)`. */
function isClient(client: Expression): boolean {
  if (client.type === 'Identifier') return CLIENTS.has(client.name)
  return client.type === 'CallExpression' && client.callee.type === 'Identifier' && client.callee.name === 'serverApi'
}
