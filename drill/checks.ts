import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AstNode,
  isNode,
  isTest,
  listFiles,
  nameOf,
  locationOf,
  type Source,
  stringOf,
  toSource,
  withDescendants,
} from '../scripts/rules/source.ts'
import { root } from '../scripts/run.ts'

/** An authorisation check, and the text of its file without it. `domains`: the domains whose tests should detect the removal. */
export type Check = { name: string; path: string; text: string; domains: string[] }

const serveFile = 'server/src/core/serve.ts'
const permissionsFile = 'server/src/accounts/can.ts'
const isAccessFile = (path: string) => /^server\/src\/(?!core\/).*(^|[/-])access\.ts$/.test(path)
const serveCodes = new Set(['core.signed_out', 'core.forbidden', 'core.maintenance'])

/** Derived from the code, so that new checks are included automatically. */
export function findChecks(): Check[] {
  const paths = listFiles(root, 'server/src').filter(
    (path) => path.endsWith('.ts') && !isTest(path) && !/\/test-[^/]+$/.test(path),
  )
  const sources = paths.map((path) => toSource(path, readFileSync(join(root, path), 'utf8')))
  const guardNames = new Set(sources.filter(({ path }) => isAccessFile(path) || path === serveFile).flatMap(guardNamesIn))
  return sources.flatMap((source) => [
    ...(isAccessFile(source.path) ? guardsIn(source, source.nodes.filter(isGuard)) : []),
    ...(source.path === serveFile
      ? guardsIn(
          source,
          source.nodes.filter(({ type }) => type === 'Program'),
          isServeRefusal,
        )
      : []),
    ...(source.path === permissionsFile ? widenedPermissions(source) : []),
    ...callsIn(source, guardNames),
  ])
}

const isGuard = ({ type, id }: AstNode) => type === 'FunctionDeclaration' && /^require[A-Z]/.test(nameOf(id))
const guardNamesIn = ({ nodes }: Source) => nodes.filter(isGuard).map(({ id }) => nameOf(id))

function without(source: Source, { start, end }: AstNode, by: string, what: string, domains: string[] = []): Check {
  const text = `${source.text.slice(0, start)}${by}${source.text.slice(end)}`
  // A file that cannot be parsed would fail every test and prove nothing.
  toSource(source.path, text)
  const location = locationOf(source.path)
  const name = `${source.path}:${source.lineOf(start)} ${what}`
  return { name, path: source.path, text, domains: [...new Set([location?.domain ?? '', ...domains])] }
}

/** Every `if … throw`, and every unconditional throw at the end of a guard. */
function guardsIn(source: Source, within: AstNode[], isIncluded: (refusal: AstNode) => boolean = () => true): Check[] {
  const inside = within.flatMap(withDescendants)
  const isThrow = (node: unknown): node is AstNode => isNode(node) && node.type === 'ThrowStatement' && isIncluded(node)
  const ifs = inside.filter(
    ({ type, consequent }) => type === 'IfStatement' && (isThrow(consequent) || throwsInside(consequent, isThrow)),
  )
  const bare = inside
    .filter(({ type, body }) => type === 'FunctionDeclaration' && isNode(body))
    .flatMap(({ body }) => (isNode(body) && Array.isArray(body.body) ? body.body : []))
    .filter(isThrow)
  return [...ifs, ...bare].map((node) => without(source, node, ';', source.text.slice(node.start, node.end).split('\n')[0] ?? ''))
}

const throwsInside = (block: unknown, isThrow: (node: unknown) => boolean) =>
  isNode(block) && block.type === 'BlockStatement' && Array.isArray(block.body) && block.body.some(isThrow)

const isServeRefusal = (refusal: AstNode) => withDescendants(refusal).some((node) => serveCodes.has(stringOf(node) ?? ''))

/** A guard call whose result is not used can simply be removed. */
function callsIn(source: Source, guardNames: ReadonlySet<string>): Check[] {
  return source.nodes
    .filter(({ type, expression }) => {
      const call = isNode(expression) && expression.type === 'AwaitExpression' ? expression.argument : undefined
      return (
        type === 'ExpressionStatement' && isNode(call) && call.type === 'CallExpression' && guardNames.has(nameOf(call.callee))
      )
    })
    .map((node) => without(source, node, ';', `without ${source.text.slice(node.start, node.end)}`))
}

/** Grants each restricted permission to everyone, and drops each further condition of can(). */
function widenedPermissions(source: Source): Check[] {
  const declared = (name: string) =>
    source.nodes.find(({ type, id }) => /^(VariableDeclarator|FunctionDeclaration)$/.test(type) && nameOf(id) === name)
  const rows = inside(declared('permissions'))
    .filter(({ type, value }) => type === 'Property' && isNode(value) && nameOf(value) !== 'everyone')
    .flatMap(({ key, value }) => (isNode(value) ? [{ action: stringOf(key) ?? '', value }] : []))
  const conditions = inside(declared('can')).filter(({ type, operator }) => type === 'LogicalExpression' && operator === '&&')
  const operands = conditions.flatMap(({ left, right }) => [left, right]).filter(isNode)
  return [
    ...rows.map(({ action, value }) => without(source, value, 'everyone', `${action} for everyone`, domainsRequiring(action))),
    ...operands.map((node) => without(source, node, 'true', `can() without ${source.text.slice(node.start, node.end)}`)),
    ...inside(declared('mayEnterClosed'))
      .filter(({ type }) => type === 'CallExpression')
      .map((node) => without(source, node, 'true', 'everyone may enter during maintenance')),
  ]
}

/** The domain in the action's name, and the domains with calls that require it. */
function domainsRequiring(action: string): string[] {
  const calls = listFiles(root, 'contract/src').filter((path) =>
    readFileSync(join(root, path), 'utf8').includes(`action: '${action}'`),
  )
  return [action.split('.')[0] ?? '', ...calls.map((path) => locationOf(path)?.domain ?? '')]
}

const inside = (node: AstNode | undefined): AstNode[] => (node ? withDescendants(node) : [])
