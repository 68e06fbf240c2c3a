import { localeOf } from '@saathi/contract/core/message'
import type { ExclusiveCriteria } from '@saathi/contract/matching/entities'
import type { PlanCriterion } from '#content/public.ts'
import type { SeekerAnswers } from './offer.ts'

type Translations = Readonly<Record<string, string>>

/** Programmes always have English texts; they are the fallback for missing translations. */
export const BASE_LANGUAGE = 'en'
export const textIn = (language: string, texts: Translations): string =>
  (Object.hasOwn(texts, language) ? texts[language] : undefined) ?? texts[BASE_LANGUAGE] ?? ''

export const optionTextsOf = ({ options }: PlanCriterion, keys: readonly string[], language: string): string[] =>
  keys.map((key) => (Object.hasOwn(options, key) ? textIn(language, options[key] ?? {}) : '') || key)

/** For example: Hindi, Tamil and English. */
export const formatList = (words: readonly string[], language: string): string =>
  new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(words)

/** A person's answers, for the mentor who chooses a group by them. */
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
      const shown = { mandatory: strength === 'must', name: textIn(language, name), icon, answerKeys }
      return [[key, { ...shown, matchedAnswer: optionTextsOf(criterion, answerKeys, language) }]]
    }),
  )
}
