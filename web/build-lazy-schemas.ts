import { join } from 'node:path'
import { type ESTree, parseSync, type Plugin, Visitor } from 'vite'

const wrapper = join(import.meta.dirname, 'src/core/on-first-use.ts').replaceAll('\\', '/')
/** The parts of a call that are schemas, even if a function of ours makes them. */
const schemaParts = new Set(['params', 'query', 'body', 'reply', 'fields'])

/** Schemas that a module would build while it loads are built when they are first used. */
export function lazySchemas(): Plugin {
  return {
    name: 'saathi:lazy-schemas',
    transform: {
      filter: { id: { include: /\.tsx?$/, exclude: /node_modules/ }, code: 'zod/mini' },
      handler: (code) => ({ code: withLazySchemas(code), map: null }),
    },
  }
}

type Range = { start: number; end: number }

export function withLazySchemas(code: string): string {
  const { program } = parseSync('module.js', code)
  const zod = zodName(program)
  const found = zod === undefined ? [] : findSchemas(program, zod)
  if (found.length === 0) return code
  let rest = code
  for (const { start, end } of found.toReversed()) {
    // Pure: a schema that nothing uses is left out of the build.
    rest = `${rest.slice(0, start)}/* @__PURE__ */ onFirstUse(() => ${rest.slice(start, end)})${rest.slice(end)}`
  }
  return `${rest}\nimport { onFirstUse } from ${JSON.stringify(wrapper)};\n`
}

/** The name in `import * as z from 'zod/mini'`. */
function zodName({ body }: ESTree.Program): string | undefined {
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration' || statement.source.value !== 'zod/mini') continue
    const whole = statement.specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier')
    if (whole) return whole.local.name
  }
  return undefined
}

/** The outermost expressions, like `z.string().check(…)`, that run when the module is loaded; in the order of the text. */
function findSchemas(program: ESTree.Program, zod: string): Range[] {
  const found: Range[] = []
  let later = 0
  let calls = 0
  // Functions run later, and a statement like `z.config(…)` is run for its effect.
  const enter = () => void (later += 1)
  const leave = () => void (later -= 1)
  const add = ({ start, end }: Range) => {
    if (later === 0 && start >= (found.at(-1)?.end ?? 0)) found.push({ start, end })
  }
  new Visitor({
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ExpressionStatement: enter,
    'ExpressionStatement:exit': leave,
    CallExpression: (node) => {
      if (isDefineCall(node)) calls += 1
      else if (rootName(node) === zod) add(node)
    },
    'CallExpression:exit': (node) => {
      if (isDefineCall(node)) calls -= 1
    },
    Property: ({ key, value }) => {
      if (calls > 0 && key.type === 'Identifier' && schemaParts.has(key.name) && value.type === 'CallExpression') add(value)
    },
  }).visit(program)
  return found
}

const isDefineCall = ({ callee }: ESTree.CallExpression) => callee.type === 'Identifier' && callee.name === 'defineCall'

/** `z` in `z.string().check(…)`. */
function rootName(expression: ESTree.Expression): string | undefined {
  let left = expression
  while (left.type === 'CallExpression' || left.type === 'MemberExpression') {
    left = left.type === 'CallExpression' ? left.callee : left.object
  }
  return left.type === 'Identifier' ? left.name : undefined
}
