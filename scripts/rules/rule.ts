import type { Source } from './source.ts'

export type Offence = { line: number; what: string }
type Sample = { path: string; text: string }

/** A rule, with samples that prove that it accepts good code and rejects bad code. */
export type Rule = {
  title: string
  check: (source: Source) => Offence[]
  bad: Sample[]
  good: Sample[]
}

export const offencesOf = (rule: Rule, source: Source): string[] =>
  rule.check(source).map(({ line, what }) => `${source.path}:${line} ${what}`)
