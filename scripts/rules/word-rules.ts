import type { Rule } from './rule.ts'

/**
 * Words of an earlier private vocabulary and their plain replacements. Comments and test titles are checked.
 */
const banned: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'while, in the meantime'],
  [/\bwho(so)?ever\b/i, 'the person who'],
  [/\bbeside\b/i, 'next to'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\b(is|are|was|were) told\b(?! to\b)/i, 'receives, is notified'],
  [/\blaid over\b/i, 'merged'],
  [/\bthe house\b/i, 'the project'],
  [/\bwings?\b/i, 'package'],
]

/** This file names the words that it bans. */
const ownFile = 'scripts/rules/word-rules.ts'

export const wordRules: Rule[] = [
  {
    title: 'comments and test titles use plain words',
    check: ({ path, text, comments, lineOf }) => {
      if (path === ownFile) return []
      const titles = [...text.matchAll(/\b(?:test|describe)(?:\.each\([^)]*\))?\(\s*(['"`])(.+?)\1/gs)].map((match) => ({
        text: match[2] ?? '',
        line: lineOf(match.index),
      }))
      return [...comments, ...titles].flatMap(({ text: words, line }) =>
        banned.filter(([word]) => word.test(words)).map(([word, plain]) => ({ line, what: `${word.source}: write "${plain}"` })),
      )
    },
    bad: [
      { path: 'scripts/rules/rule.ts', text: '// Read anew.' },
      { path: 'rules.test.ts', text: `test('whoever is signed in is told so', () => {})` },
    ],
    good: [{ path: 'scripts/rules/rule.ts', text: '// Read again after a reload.' }],
  },
]
