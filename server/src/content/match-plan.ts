import { MatchIcon } from '@saathi/contract/content/match-icon'
import type { Answer } from '@saathi/contract/questions/entities'
import * as z from 'zod/mini'

/** By language code. */
const Texts = z.record(z.string(), z.string())

/** `must` is a filter; the others score points per shared answer. */
export const Strength = z.enum(['must', 'high', 'medium', 'low'])
export type Strength = z.infer<typeof Strength>

/** A criterion as stored in match_plan.criteria, in display order. */
export const PlanCriterion = z.object({
  key: z.string(),
  strength: Strength,
  icon: MatchIcon,
  name: Texts,
  helpText: Texts,
  /** Sentences with {shared}, {mine} and {theirs} about what is alike and how it differs. */
  alike: Texts,
  differs: Texts,
  /** The texts of each option by its key; a key without a text is shown as it is. */
  options: z.record(z.string(), Texts),
  /** Options that stand for several others, such as "both" for weekdays and weekends. */
  standsFor: z.optional(z.record(z.string(), z.array(z.string()))),
})
export type PlanCriterion = z.infer<typeof PlanCriterion>
export const PlanCriteria = z.array(PlanCriterion)

/** The answer to a criterion as option keys, which are used to compare people. */
export function answerKeys({ standsFor = {} }: Pick<PlanCriterion, 'standsFor'>, answer: Answer | undefined): string[] {
  const keys = (Array.isArray(answer) ? answer : answer === undefined ? [] : [String(answer)]).filter((key) => key !== '')
  return [...new Set(keys.flatMap((key) => (Object.hasOwn(standsFor, key) ? standsFor[key] : undefined) ?? [key]))]
}
