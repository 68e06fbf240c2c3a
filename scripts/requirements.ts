import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNode, nameOf, readSources, stringOf, type Source } from './rules/source.ts'
import { root } from './run.ts'

export type Requirement = { id: string; text: string; state: 'kept' | 'not yet' }
export type TestedId = { id: string; title: string; path: string }

export function readRequirements(markdown: string): Requirement[] {
  return [...markdown.matchAll(/^\| ([A-Z]{3}-\d{2}) \| (.+?) \| (kept|not yet) \|$/gm)].map(([, id = '', text = '', state]) => ({
    id,
    text,
    state: state === 'kept' ? 'kept' : 'not yet',
  }))
}

const cookedText = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''

/** The title is the first argument of test, it or describe. For a template only the fixed parts count. */
function titleOf(value: unknown): string {
  if (!isNode(value)) return ''
  if (value.type === 'TemplateLiteral' && Array.isArray(value.quasis)) {
    return value.quasis.map((part: unknown) => (isNode(part) ? cookedText(part.value) : '')).join(' ')
  }
  return stringOf(value) ?? ''
}

const isTest = /\.(test|e2e)\.tsx?$/

export function readTitles({ nodes }: Source): string[] {
  return nodes.flatMap(({ type, callee, arguments: args }) => {
    const isTitled =
      type === 'CallExpression' && /^(test|it|describe)(\.(each|for|describe|concurrent|sequential))*$/.test(nameOf(callee))
    const title = isTitled && Array.isArray(args) ? titleOf(args[0]) : ''
    return title ? [title] : []
  })
}

const idsIn = (title: string) => [...title.matchAll(/\[([A-Z]{3}-\d{2})\]/g)].map(([, id = '']) => id)

export type Report = { faults: string[]; begun: Requirement[]; untested: Requirement[]; kept: Requirement[] }

export function compare(lines: Requirement[], titles: { path: string; title: string }[]): Report {
  const known = new Set(lines.map(({ id }) => id))
  const titled: TestedId[] = titles.flatMap(({ path, title }) => idsIn(title).map((id) => ({ id, title, path })))
  const tested = new Set(titled.map(({ id }) => id))
  const kept = lines.filter(({ state }) => state === 'kept')
  const doubled = lines.filter(({ id }, index) => lines.findIndex((line) => line.id === id) !== index)
  const faults = [
    ...doubled.map(({ id }) => `${id} is listed twice in docs/requirements.md`),
    ...titles.filter(({ title }) => idsIn(title).length > 1).map(({ path, title }) => `${path}: "${title}" carries two ids`),
    ...titled.filter(({ id }) => !known.has(id)).map(({ id, path }) => `${path}: ${id} is not in docs/requirements.md`),
    ...kept.filter(({ id }) => !tested.has(id)).map(({ id }) => `${id} is marked kept, but no test carries it`),
  ]
  const open = lines.filter(({ state }) => state === 'not yet')
  return { faults, kept, begun: open.filter(({ id }) => tested.has(id)), untested: open.filter(({ id }) => !tested.has(id)) }
}

export async function requirementsReport(): Promise<Report> {
  const titles = readSources(root, isTest).flatMap((source) => readTitles(source).map((title) => ({ path: source.path, title })))
  return compare(readRequirements(readFileSync(join(root, 'docs/requirements.md'), 'utf8')), titles)
}

function print({ faults, kept, begun, untested }: Report) {
  for (const { id, text } of untested) console.log(`without a test  ${id}  ${text}`)
  for (const { id, text } of begun) console.log(`begun           ${id}  ${text}`)
  console.log(`${kept.length} kept, ${begun.length} begun, ${untested.length} without a test`)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}

if (import.meta.main) print(await requirementsReport())
