import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Parameters<RuleTester['run']>[1]
type Visitor = ReturnType<NonNullable<Rule['create']>>
type NodeOf<Type extends keyof Visitor> = Parameters<NonNullable<Visitor[Type]>>[0]
type Parent = NodeOf<'JSXElement'> | NodeOf<'JSXFragment'>
type Child = Parent['children'][number]
type Expression = Extract<Child, { type: 'JSXExpressionContainer' }>['expression']

/**
 * What a child puts into the page. `fixed` and `changing` are text; `moving` comes and goes, such as an element under a
 * condition, a list or a component; `unknown` is named elsewhere, such as `{label}`, and is text where it stands beside
 * text.
 */
type Kind = 'fixed' | 'changing' | 'element' | 'moving' | 'unknown'

const MESSAGE =
  'A browser that translates puts an element in the place of each text, and React loses such a text: what changes, or stands after what comes and goes, is the only child of its element. Join the texts in one template, or wrap them in a span.'

/** Components that are one element at all times; icons are, too. */
const STABLE = ['Link', 'NavLink', 'VisuallyHidden']

/** In these a name that stands alone, such as `{children}`, may be text; elsewhere it is an element. */
const PHRASING =
  /^(?:a|b|button|dd|dt|em|h[1-6]|label|li|p|small|span|strong|summary|td|th|Badge|Button|Link|VisuallyHidden)$/

/** The parts of a page stay changeable after the browser has translated it. */
export const textStandsAlone: Rule = {
  create: (context) => {
    const stable = new Set(STABLE)
    const check = (parent: Parent) => {
      for (const child of findLostTexts(parent, stable)) context.report({ node: child, message: MESSAGE })
    }
    return {
      ImportDeclaration({ source, specifiers }) {
        if (source.value === 'lucide-react') for (const { local } of specifiers) stable.add(local.name)
      },
      ReturnStatement(node) {
        const isText = node.argument && ['fixed', 'changing'].includes(kindOfExpression(node.argument))
        if (isText && isComponent(node)) context.report({ node, message: MESSAGE })
      },
      JSXElement: check,
      JSXFragment: check,
    }
  },
}

/** The first of each run of texts that React could not change, remove or put something before. */
function findLostTexts(parent: Parent, stable: ReadonlySet<string>): Child[] {
  const tag = tagOf(parent)
  const shown = parent.children.flatMap((child) => {
    const comesAndGoes = child.type === 'JSXElement' && /^[A-Z]/.test(tagOf(child)) && !stable.has(tagOf(child))
    const kind = comesAndGoes ? 'moving' : kindOf(child)
    return kind ? [{ child, kind }] : []
  })
  // Nobody knows what stands beside a fragment, and its texts are removed one by one.
  const isFragment = parent.type === 'JSXFragment'
  if (shown.length < 2 && !isFragment) return []
  let before: Kind = isFragment ? 'unknown' : 'element'
  return runsOf(shown).flatMap((run) => {
    const kinds = run.map(({ kind }) => kind)
    const isText = kinds.some((kind) => kind === 'fixed' || kind === 'changing')
    const isLost = isText
      ? isFragment || before !== 'element' || kinds.some((kind) => kind !== 'fixed')
      : before === 'moving' && kinds.includes('unknown') && PHRASING.test(tag)
    before = kinds.at(-1) ?? before
    if (isText) before = 'element'
    return isLost ? run.slice(0, 1).map(({ child }) => child) : []
  })
}

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'])

/** Whether this is returned by a component; nobody knows what stands beside it. */
function isComponent(node: NodeOf<'ReturnStatement'>): boolean {
  let each = node.parent as { type: string; parent?: unknown; id?: { name?: string } | null } | null
  while (each && !FUNCTIONS.has(each.type)) each = each.parent as typeof each
  return each?.type === 'FunctionDeclaration' && /^[A-Z]/.test(each.id?.name ?? '')
}

/** Neighbours that are all text, or may be; everything else alone. */
function runsOf<Shown extends { kind: Kind }>(shown: readonly Shown[]): Shown[][] {
  const runs: Shown[][] = []
  for (const each of shown) {
    const last = runs.at(-1)
    if (last && isMaybeText(each) && last.every(isMaybeText)) last.push(each)
    else runs.push([each])
  }
  return runs
}

function tagOf(parent: Parent): string {
  const name = parent.type === 'JSXElement' ? parent.openingElement.name : undefined
  return name?.type === 'JSXIdentifier' ? name.name : ''
}

const isMaybeText = ({ kind }: { kind: Kind }) => kind !== 'element' && kind !== 'moving'

function kindOf(child: Child): Kind | undefined {
  switch (child.type) {
    case 'JSXText':
      return child.value.trim() === '' && child.value.includes('\n') ? undefined : 'fixed'
    case 'JSXExpressionContainer':
      if (child.expression.type === 'JSXEmptyExpression') return undefined
      return kindOfExpression(child.expression)
    case 'JSXElement':
      return 'element'
    default:
      return 'moving'
  }
}

function kindOfExpression(expression: Expression): Kind {
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string' || typeof expression.value === 'number' ? 'fixed' : 'moving'
    case 'TemplateLiteral':
      return expression.expressions.length === 0 ? 'fixed' : 'changing'
    case 'JSXElement':
    case 'JSXFragment':
      return 'element'
    case 'ConditionalExpression':
      return either(kindOfExpression(expression.consequent), kindOfExpression(expression.alternate))
    case 'LogicalExpression':
      return either(
        expression.operator === '&&' ? 'moving' : kindOfExpression(expression.left),
        kindOfExpression(expression.right),
      )
    case 'CallExpression':
      return isList(expression) ? 'moving' : 'unknown'
    default:
      return 'unknown'
  }
}

function either(one: Kind, other: Kind): Kind {
  const kinds = [one, other]
  if (kinds.some((kind) => kind === 'fixed' || kind === 'changing')) return 'changing'
  if (kinds.includes('unknown')) return 'unknown'
  return 'moving'
}

function isList({ callee }: Extract<Expression, { type: 'CallExpression' }>): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  return ['map', 'flatMap', 'from'].includes(callee.property.name)
}
