import { analyse } from 'scslre'
import type { Rule } from './rule.ts'
import { type AstNode, isTest, type Source } from './source.ts'

/** Where the text may come from anybody. */
const isReached = (path: string) => /^(server|contract)\/src\//.test(path) && !isTest(path) && !/\/test-[\w-]+\.ts$/.test(path)

const isRegex = (value: unknown): value is { pattern: string; flags: string } =>
  typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value

/** `Bounded:` says in a comment on the line or above it what keeps the text short, so that squaring its length costs nothing. */
const hasReason = ({ comments }: Source, line: number) =>
  comments.some((comment) => (comment.line === line || comment.line === line - 1) && /\bBounded: \S+ \S+/.test(comment.text))

function slownessOf({ type, regex }: AstNode): string | undefined {
  if (type !== 'Literal' || !isRegex(regex)) return undefined
  const { reports } = analyse({ source: regex.pattern, flags: regex.flags }, { maxReports: 1 })
  const [report] = reports
  if (!report) return undefined
  const growth = report.exponential ? 'exponential' : 'quadratic'
  return `takes ${growth} time on many ${JSON.stringify(report.character.pick)}: /${regex.pattern}/${regex.flags}`
}

const linear: Rule = {
  title: 'a pattern over text that anybody may send takes time in proportion to its length',
  check: (source) => {
    if (!isReached(source.path)) return []
    return source.nodes.flatMap((node) => {
      const what = slownessOf(node)
      const line = source.lineOf(node.start)
      return what && !hasReason(source, line) ? [{ line, what }] : []
    })
  },
  bad: [
    { path: 'server/src/chat/words.ts', text: 'export const a = (b: string) => b.replace(/[. ]+$/, "")' },
    { path: 'contract/src/chat/mentions.ts', text: 'export const a = /^(\\w+)+$/' },
    { path: 'server/src/chat/words.ts', text: '// Bounded: somehow\nexport const a = /a+b/' },
  ],
  good: [
    { path: 'server/src/chat/words.ts', text: 'export const a = /^[a-z0-9]{1,10}$/' },
    { path: 'server/src/chat/words.ts', text: 'export const a = /\\s+/g' },
    { path: 'server/src/chat/words.ts', text: '// Bounded: a name has 200 characters at most.\nexport const a = /[. ]+$/' },
    { path: 'server/src/chat/words.test.ts', text: 'export const a = /[. ]+$/' },
  ],
}

export const patternRules = [linear]
