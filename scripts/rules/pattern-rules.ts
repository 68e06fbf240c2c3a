import { analyse } from 'scslre'
import type { Rule } from './rule.ts'
import { type AstNode, isTest, type Source } from './source.ts'

/** Code that may receive text from anybody. */
const mayReceiveAnyText = (path: string) =>
  /^(server|contract)\/src\//.test(path) && !isTest(path) && !/\/test-[\w-]+\.ts$/.test(path)

const isRegex = (value: unknown): value is { pattern: string; flags: string } =>
  typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value

/** A `Bounded:` comment on the line or above it says what limits the length of the text, so that quadratic time is harmless. */
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
  title: 'a pattern applied to text from outside takes linear time',
  check: (source) => {
    if (!mayReceiveAnyText(source.path)) return []
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
