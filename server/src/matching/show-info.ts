import { formatMessage, localeOf } from '@saathi/contract/core/message'
import type { MatchCriterion } from '@saathi/contract/matching/entities'
import type { PlanCriterion } from '#content/public.ts'
import { findText } from '#core/texts.ts'
import { BASE_LANGUAGE, readTextIn, sayList, wordsOf } from './criterion-words.ts'
import type { Reason } from './offer.ts'
import type { Side } from './store.ts'

/** `isShown`: whether what the other one has answered may be read, which is so while it is open, and when it came about. */
type Reader = { side: Side; language: string; isShown: boolean }

/** Each thing that was compared when the offer was made, in the order of the plan; what the plan has dropped since stands last. */
export function showCriteria(
  plan: readonly PlanCriterion[],
  reasons: readonly Reason[],
  { side, language, isShown }: Reader,
): MatchCriterion[] {
  const known = plan.flatMap((criterion) =>
    reasons.flatMap((reason) => (reason.key === criterion.key ? [{ criterion, reason }] : [])),
  )
  const dropped = reasons.filter(({ key }) => !plan.some((criterion) => criterion.key === key))
  const all = [...known, ...dropped.map((reason) => ({ criterion: unnamed(reason.key), reason }))]
  return all.map(({ criterion, reason }, at) => showCriterion(criterion, reason, { side, language, isShown, order: at + 1 }))
}

const unnamed = (key: string): PlanCriterion => ({
  key,
  strength: 'low',
  icon: 'person',
  name: { [BASE_LANGUAGE]: key },
  helpText: {},
  alike: {},
  differs: {},
  options: {},
})

function showCriterion(
  criterion: PlanCriterion,
  reason: Reason,
  { side, language, isShown, order }: Reader & { order: number },
): MatchCriterion {
  const words = (keys: readonly string[]) => wordsOf(criterion, keys, language)
  const [own, others] = side === 'mentee' ? [reason.mentee, reason.mentor] : [reason.mentor, reason.mentee]
  const match = reason.shared.length > 0
  const said = { shared: words(reason.shared), mine: words(own), theirs: words(others) }
  return {
    key: criterion.key,
    order,
    matchingCriteria: readTextIn(BASE_LANGUAGE, criterion.name),
    localeMatchingCriteria: readTextIn(language, criterion.name),
    answer: said.mine.join(', '),
    matchedAnswer: isShown ? said.theirs.join(', ') : '',
    match,
    mandatory: criterion.strength === 'must',
    icon: criterion.icon,
    explanation: isShown ? explain(criterion, said, language) : '',
    helpText: readTextIn(language, criterion.helpText),
    points: reason.points,
  }
}

type Said = Record<'shared' | 'mine' | 'theirs', string[]>

function explain(criterion: PlanCriterion, { shared, mine, theirs }: Said, language: string): string {
  if (mine.length === 0 || theirs.length === 0) return findText(language)('answers.matchNotAnswered')
  const sentence = readTextIn(language, shared.length > 0 ? criterion.alike : criterion.differs)
  const values = { shared: sayList(shared, language), mine: sayList(mine, language), theirs: sayList(theirs, language) }
  return formatMessage(localeOf(language), sentence, values)
}
