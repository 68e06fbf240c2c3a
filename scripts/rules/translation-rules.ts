import { compileMessage } from '../../contract/src/core/message.ts'
import { isNode, isTest, stringOf, type AstNode, type Source } from './source.ts'
import { type Dictionary, translationFaults } from './text-rules.ts'

/** The texts of one language, by file. */
export type TextFiles = Readonly<Record<string, Dictionary>>

/** Every language has every file, with every key. */
export function languageFaults(language: string, english: TextFiles, other: TextFiles, sameEverywhere: string[]): string[] {
  const missing = Object.keys(english).flatMap((file) => (Object.hasOwn(other, file) ? [] : [`${file}.json is missing`]))
  const faults = Object.entries(other).flatMap(([file, texts]) => [
    ...translationFaults(english[file] ?? {}, texts, sameEverywhere).map((fault) => `${file}.json: ${fault}`),
    ...Object.entries(texts).flatMap(([key, text]) =>
      messageFaults(language, text).map((fault) => `${file}.json: ${key} ${fault}`),
    ),
  ])
  return [...missing, ...faults]
}

/** A branch that the language never selects is never shown, and a broken text is shown unformatted. */
export function messageFaults(language: string, text: string): string[] {
  try {
    compileMessage(language, text)
  } catch {
    return ['is not well formed']
  }
  const known: ReadonlySet<string> = new Set(new Intl.PluralRules(language).resolvedOptions().pluralCategories)
  return pluralBranches(text)
    .filter((branch) => !branch.startsWith('=') && !known.has(branch))
    .map((branch) => `has a branch "${branch}", which ${language} does not have`)
}

/** The branch names of every plural in a text, in order. */
export function pluralBranches(text: string): string[] {
  return [...text.matchAll(/\{\s*\w+\s*,\s*plural\s*,/g)].flatMap(({ index, 0: begin }) =>
    branchesFrom(text, index + begin.length),
  )
}

function branchesFrom(text: string, start: number): string[] {
  const names: string[] = []
  let depth = 0
  let name = ''
  for (const letter of text.slice(start)) {
    if (letter === '}' && depth === 0) break
    if (letter === '{') {
      if (depth === 0) names.push(name.trim())
      name = ''
      depth += 1
    } else if (letter === '}') depth -= 1
    else if (depth === 0) name += letter
  }
  return names
}

/** Keys that no code contains, neither in full nor as a match of a template. */
export function unusedKeys(sources: Source[], english: Dictionary): string[] {
  const code = sources.filter(({ path }) => /^(contract|server|web)\/src\//.test(path) && !isTest(path))
  const literals = new Set(code.flatMap(({ nodes }) => nodes.flatMap((node) => stringOf(node) ?? [])))
  const patterns = code.flatMap(({ nodes }) => nodes.flatMap(patternOf))
  return Object.keys(english).filter((key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)))
}

/** `shell.theme.${scheme}` matches any key that starts this way. A template without a fixed start matches nothing. */
function patternOf(node: AstNode): RegExp[] {
  if (!/^(TemplateLiteral|TSTemplateLiteralType)$/.test(node.type) || !Array.isArray(node.quasis)) return []
  const parts = node.quasis.filter(isNode).map(({ value }) => cookedOf(value))
  if (parts.length < 2 || !/^[a-zA-Z]+\./.test(parts[0] ?? '')) return []
  return [new RegExp(`^${parts.map((part) => part.replace(/[^\w\s]/g, '\\$&')).join('[\\w.]+')}$`)]
}

const cookedOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string' ? value.cooked : ''
