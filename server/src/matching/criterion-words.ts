import { localeOf } from '@saathi/contract/core/message'
import type { ExclusiveCriteria } from '@saathi/contract/matching/entities'
import type { PlanCriterion } from '#content/public.ts'
import type { SeekerAnswers } from './offer.ts'

type InLanguages = Readonly<Record<string, string>>

/** A programme writes English at least; whatever is missing in a language is read in it. */
export const BASE_LANGUAGE = 'en'
export const readTextIn = (language: string, texts: InLanguages): string =>
  (Object.hasOwn(texts, language) ? texts[language] : undefined) ?? texts[BASE_LANGUAGE] ?? ''

export const wordsOf = ({ options }: PlanCriterion, keys: readonly string[], language: string): string[] =>
  keys.map((key) => (Object.hasOwn(options, key) ? readTextIn(language, options[key] ?? {}) : '') || key)

/** As one says it in a sentence: Hindi, Tamil and English. */
export const sayList = (words: readonly string[], language: string): string =>
  new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(words)

/** What someone answered, for who chooses a group by it. */
export function exclusiveCriteriaOf(
  criteria: readonly PlanCriterion[],
  answers: SeekerAnswers,
  language: string,
): ExclusiveCriteria {
  return Object.fromEntries(
    criteria.flatMap((criterion) => {
      const answerKeys = Object.hasOwn(answers, criterion.key) ? (answers[criterion.key] ?? []) : []
      if (answerKeys.length === 0) return []
      const { key, strength, icon, name } = criterion
      const shown = { mandatory: strength === 'must', name: readTextIn(language, name), icon, answerKeys }
      return [[key, { ...shown, matchedAnswer: wordsOf(criterion, answerKeys, language) }]]
    }),
  )
}
