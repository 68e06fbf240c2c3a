import { isConjunct, syllablesIn } from '../src/core/theme/syllables.ts'
import type { Script } from './scripts.ts'

/** What the first file of a script's font shows as the whole font does: all words of our texts, and every letter. */
export function repertoireOf({ consonants, vowelSigns, endings, hasEverySign, others }: Script, texts: string): string[] {
  const words = texts.match(/[\p{L}\p{M}\u200c\u200d]+/gu) ?? []
  const signs = hasEverySign ? ['', ...vowelSigns] : ['']
  const simple = consonants.flatMap((letter) => signs.flatMap((sign) => ['', ...endings].map((ending) => letter + sign + ending)))
  return [
    ...new Set([...Array.from(others), ...vowelSigns, ...simple, ...words.filter((word) => !/^\p{Script=Latin}+$/u.test(word))]),
  ]
}

/** A text with another syllable needs the whole font. Where the first file has every sign, only conjuncts count. */
export const knownSyllables = ({ hasEverySign, consonants }: Script, texts: string): string[] => [
  ...new Set([...(hasEverySign ? [] : consonants), ...syllablesIn(texts).filter((each) => !hasEverySign || isConjunct(each))]),
]
