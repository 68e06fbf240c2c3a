import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { parseSync } from 'vite'

export type AstNode = { type: string; start: number; end: number } & Record<string, unknown>
export type Source = {
  path: string
  text: string
  nodes: AstNode[]
  comments: { text: string; line: number }[]
  imports: { target: string; line: number }[]
  lineOf: (offset: number) => number
}

/** The folders with our code; the rules check nothing else. */
const codeFolders = ['contract', 'server', 'web', 'e2e', 'bench', 'drill', 'scripts']
const isCode = /\.(ts|tsx|mts|mjs)$/
const ignored = new Set(['node_modules', 'dist', '.vite', '__screenshots__'])

export function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !ignored.has(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? listFiles(root, path) : [path]
    })
}

/** All code of the project, or the files with such a path. */
export function readSources(root: string, isWanted = isCode): Source[] {
  const atRoot = readdirSync(root).filter((name) => isCode.test(name))
  const paths = [...codeFolders.flatMap((folder) => listFiles(root, folder)), ...atRoot].filter((path) => isCode.test(path))
  return paths.filter((path) => isWanted.test(path)).map((path) => toSource(path, readFileSync(join(root, path), 'utf8')))
}

export const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

/** A node and all its descendants, outermost first. */
export function withDescendants(node: AstNode): AstNode[] {
  const found: AstNode[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (isNode(value)) {
      found.push(value)
      Object.values(value).forEach(visit)
    }
  }
  visit(node)
  return found
}

export function toSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const nodes = isNode(program) ? withDescendants(program) : []
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  return {
    path,
    text,
    nodes,
    lineOf,
    comments: comments.map(({ value, start }) => ({ text: value, line: lineOf(start) })),
    imports: nodes.flatMap((node) => {
      const isImport = /^(ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration|ImportExpression|TSImportType)$/.test(
        node.type,
      )
      const target = isImport ? stringOf(node.source) : undefined
      return target === undefined ? [] : [{ target, line: lineOf(node.start) }]
    }),
  }
}

export function stringOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value
  if (value.type === 'TSLiteralType') return stringOf(value.literal)
  return undefined
}

/** `a.b.c` as text for plain names; empty for anything else. */
export function nameOf(value: unknown): string {
  if (!isNode(value)) return ''
  if (value.type === 'Identifier') return String(value.name)
  if (value.type === 'ChainExpression') return nameOf(value.expression)
  if (value.type === 'CallExpression') return nameOf(value.callee)
  if (value.type !== 'MemberExpression') return ''
  const property = value.computed === true ? stringOf(value.property) : nameOf(value.property)
  return [nameOf(value.object), property].filter(Boolean).join('.')
}

export type SourceLocation = { pkg: string; domain: string; file: string; rest: string }

/** The package and domain of a file: `web/src/chat/live.ts` is web, chat, live.ts. */
export function locationOf(path: string): SourceLocation | undefined {
  const [, pkg = '', rest = ''] = /^(contract|server|web)\/src\/(.+)$/.exec(path) ?? []
  if (!pkg) return undefined
  const domain = rest.includes('/') ? (rest.split('/')[0] ?? '') : ''
  return { pkg, domain, rest, file: basename(rest) }
}

/** The location that an import refers to, if it is one of our files. */
export function importLocation(path: string, target: string): SourceLocation | undefined {
  const from = locationOf(path)
  if (target.startsWith('#')) return locationOf(`${from?.pkg ?? path.split('/')[0]}/src/${target.slice(1)}`)
  const [, pkg, rest = ''] = /^@saathi\/(contract|server|web)(?:\/(.+))?$/.exec(target) ?? []
  if (pkg) return locationOf(`${pkg}/src/${/\.\w+$/.test(rest) ? rest : `${rest}.ts`}`)
  if (target.startsWith('.')) return locationOf(posix.join(posix.dirname(path), target))
  return undefined
}

export const isTest = (path: string) => /\.(test|e2e|fake)\.tsx?$/.test(path) || /^(e2e|(server|web)\/test)\//.test(path)
