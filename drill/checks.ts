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

/** One authorisation check, and the file as it would be without it. `domains`: whose tests should notice. */
export type Check = { name: string; path: string; text: string; domains: string[] }

const gate = 'server/src/core/serve.ts'
const table = 'server/src/accounts/can.ts'
const isDoor = (path: string) => /^server\/src\/(?!core\/).*(^|[/-])access\.ts$/.test(path)
const gateCodes = new Set(['core.signed_out', 'core.forbidden', 'core.maintenance'])

/** Derived from the code, so that a check written tomorrow is on the list by itself. */
export function findChecks(): Check[] {
  const paths = listFiles(root, 'server/src').filter(
    (path) => path.endsWith('.ts') && !isTest(path) && !/\/test-[^/]+$/.test(path),
  )
  const sources = paths.map((path) => toSource(path, readFileSync(join(root, path), 'utf8')))
  const doors = new Set(sources.filter(({ path }) => isDoor(path) || path === gate).flatMap(doorNames))
  return sources.flatMap((source) => [
    ...(isDoor(source.path) ? guardsIn(source, source.nodes.filter(isDoorFunction)) : []),
    ...(source.path === gate
      ? guardsIn(
          source,
          source.nodes.filter(({ type }) => type === 'Program'),
          isGateRefusal,
        )
      : []),
    ...(source.path === table ? widened(source) : []),
    ...callsIn(source, doors),
  ])
}

const isDoorFunction = ({ type, id }: AstNode) => type === 'FunctionDeclaration' && /^require[A-Z]/.test(nameOf(id))
const doorNames = ({ nodes }: Source) => nodes.filter(isDoorFunction).map(({ id }) => nameOf(id))

function without(source: Source, { start, end }: AstNode, by: string, what: string, domains: string[] = []): Check {
  const text = `${source.text.slice(0, start)}${by}${source.text.slice(end)}`
  // What cannot be parsed would fail every test, and so prove nothing.
  toSource(source.path, text)
  const place = locationOf(source.path)
  const name = `${source.path}:${source.lineOf(start)} ${what}`
  return { name, path: source.path, text, domains: [...new Set([place?.domain ?? '', ...domains])] }
}

/** Every `if … throw`, and every throw that stands at the end of what may pass. */
function guardsIn(source: Source, within: AstNode[], isMeant: (refusal: AstNode) => boolean = () => true): Check[] {
  const inside = within.flatMap(withDescendants)
  const throwing = (node: unknown): node is AstNode => isNode(node) && node.type === 'ThrowStatement' && isMeant(node)
  const ifs = inside.filter(
    ({ type, consequent }) => type === 'IfStatement' && (throwing(consequent) || throwsInside(consequent, throwing)),
  )
  const bare = inside
    .filter(({ type, body }) => type === 'FunctionDeclaration' && isNode(body))
    .flatMap(({ body }) => (isNode(body) && Array.isArray(body.body) ? body.body : []))
    .filter(throwing)
  return [...ifs, ...bare].map((node) => without(source, node, ';', source.text.slice(node.start, node.end).split('\n')[0] ?? ''))
}

const throwsInside = (block: unknown, throwing: (node: unknown) => boolean) =>
  isNode(block) && block.type === 'BlockStatement' && Array.isArray(block.body) && block.body.some(throwing)

const isGateRefusal = (refusal: AstNode) => withDescendants(refusal).some((node) => gateCodes.has(stringOf(node) ?? ''))

/** Where a door is only passed, nothing else needs what it returns: it can be left out. */
function callsIn(source: Source, doors: ReadonlySet<string>): Check[] {
  return source.nodes
    .filter(({ type, expression }) => {
      const call = isNode(expression) && expression.type === 'AwaitExpression' ? expression.argument : undefined
      return type === 'ExpressionStatement' && isNode(call) && call.type === 'CallExpression' && doors.has(nameOf(call.callee))
    })
    .map((node) => without(source, node, ';', `without ${source.text.slice(node.start, node.end)}`))
}

/** Each row that not everyone has is given to everyone; what can() asks besides the role is not asked. */
function widened(source: Source): Check[] {
  const declared = (name: string) =>
    source.nodes.find(({ type, id }) => /^(VariableDeclarator|FunctionDeclaration)$/.test(type) && nameOf(id) === name)
  const rows = inside(declared('permissions'))
    .filter(({ type, value }) => type === 'Property' && isNode(value) && nameOf(value) !== 'everyone')
    .flatMap(({ key, value }) => (isNode(value) ? [{ action: stringOf(key) ?? '', value }] : []))
  const asked = inside(declared('can')).filter(({ type, operator }) => type === 'LogicalExpression' && operator === '&&')
  const operands = asked.flatMap(({ left, right }) => [left, right]).filter(isNode)
  return [
    ...rows.map(({ action, value }) => without(source, value, 'everyone', `${action} for everyone`, domainsRequiring(action))),
    ...operands.map((node) => without(source, node, 'true', `can() without ${source.text.slice(node.start, node.end)}`)),
    ...inside(declared('mayEnterClosed'))
      .filter(({ type }) => type === 'CallExpression')
      .map((node) => without(source, node, 'true', 'everyone may enter while it is closed')),
  ]
}

/** The domain that its name begins with, and those with calls that need it. */
function domainsRequiring(action: string): string[] {
  const calls = listFiles(root, 'contract/src').filter((path) =>
    readFileSync(join(root, path), 'utf8').includes(`action: '${action}'`),
  )
  return [action.split('.')[0] ?? '', ...calls.map((path) => locationOf(path)?.domain ?? '')]
}

const inside = (node: AstNode | undefined): AstNode[] => (node ? withDescendants(node) : [])
