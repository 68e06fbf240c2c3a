import { MatchIcon } from '@saathi/contract/content/match-icon'
import type { Answer } from '@saathi/contract/questions/entities'
import * as z from 'zod/mini'

/** By language code. */
const Texts = z.record(z.string(), z.string())

/** `must` is a filter; the others are points for each answer that both have given. */
export const Strength = z.enum(['must', 'high', 'medium', 'low'])
export type Strength = z.infer<typeof Strength>

/** One thing that is compared, as it stands in match_plan.criteria, in the order in which people read it. */
export const PlanCriterion = z.object({
  key: z.string(),
  strength: Strength,
  icon: MatchIcon,
  name: Texts,
  helpText: Texts,
  /** Sentences with {shared}, {mine} and {theirs}: what is alike, and how it differs. */
  alike: Texts,
  differs: Texts,
  /** The words of each answer, by its key; a key without words is shown as it is. */
  options: z.record(z.string(), Texts),
  /** Answers that mean several others, such as both of weekdays and weekends. */
  standsFor: z.optional(z.record(z.string(), z.array(z.string()))),
})
export type PlanCriterion = z.infer<typeof PlanCriterion>
export const PlanCriteria = z.array(PlanCriterion)

/** What someone answered to a criterion, as the keys by which people are compared. */
export function answerKeys({ standsFor = {} }: Pick<PlanCriterion, 'standsFor'>, answer: Answer | undefined): string[] {
  const given = (Array.isArray(answer) ? answer : answer === undefined ? [] : [String(answer)]).filter((key) => key !== '')
  return [...new Set(given.flatMap((key) => (Object.hasOwn(standsFor, key) ? standsFor[key] : undefined) ?? [key]))]
}
