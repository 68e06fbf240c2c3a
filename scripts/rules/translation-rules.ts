import { compileMessage } from '../../contract/src/core/message.ts'
import { isNode, isTest, stringOf, type AstNode, type Source } from './source.ts'
import { type Dictionary, translationFaults } from './text-rules.ts'

/** The texts of one language, by file. */
export type TextFiles = Readonly<Record<string, Dictionary>>
/** Which files a language must have: all of them, or those that everybody meets first. */
export type Completeness = { whole: string[]; first: string[] }

/** A file that the language must have has every key; in others, what nobody has written yet reads in English. */
export function languageFaults(
  language: string,
  english: TextFiles,
  other: TextFiles,
  { whole, first }: Completeness,
  sameEverywhere: string[],
): string[] {
  const wanted = whole.includes(language) ? Object.keys(english) : first
  const askedOf = (file: string, texts: Dictionary): Dictionary => {
    const all = Object.entries(english[file] ?? {})
    return Object.fromEntries(wanted.includes(file) ? all : all.filter(([key]) => Object.hasOwn(texts, key)))
  }
  const missing = wanted.filter((file) => !Object.hasOwn(other, file)).map((file) => `${file}.json is missing`)
  const faults = Object.entries(other).flatMap(([file, texts]) => [
    ...translationFaults(askedOf(file, texts), texts, sameEverywhere).map((fault) => `${file}.json: ${fault}`),
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

/** The names of the branches of every plural in a text, in their order. */
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

/** Keys that no code names, wholly or as the beginning and end of one that is put together. */
export function unusedKeys(sources: Source[], english: Dictionary): string[] {
  const code = sources.filter(({ path }) => /^(contract|server|web)\/src\//.test(path) && !isTest(path))
  const named = new Set(code.flatMap(({ nodes }) => nodes.flatMap((node) => stringOf(node) ?? [])))
  const patterns = code.flatMap(({ nodes }) => nodes.flatMap(patternOf))
  return Object.keys(english).filter((key) => !named.has(key) && !patterns.some((pattern) => pattern.test(key)))
}

/** `shell.theme.${scheme}` may be any key that begins so; without a beginning of its own a template says nothing. */
function patternOf(node: AstNode): RegExp[] {
  if (!/^(TemplateLiteral|TSTemplateLiteralType)$/.test(node.type) || !Array.isArray(node.quasis)) return []
  const parts = node.quasis.filter(isNode).map(({ value }) => cookedOf(value))
  if (parts.length < 2 || !/^[a-zA-Z]+\./.test(parts[0] ?? '')) return []
  return [new RegExp(`^${parts.map((part) => part.replace(/[^\w\s]/g, '\\$&')).join('[\\w.]+')}$`)]
}

const cookedOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string' ? value.cooked : ''
