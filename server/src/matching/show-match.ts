import { formatMessage, localeOf } from '@saathi/contract/core/message'
import type { ExclusiveCriteria, Interest, MatchStatus, MatchTracker, MatchCriterion } from '@saathi/contract/matching/entities'
import type { ComparedCriterion } from '@saathi/contract/matching/staff-calls'
import { linkToFoundPicture, shownName } from '#accounts/public.ts'
import type { PlanCriterion } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import type { Reason, SeekerAnswers } from './offer.ts'
import type { ListedOffer, VisibleOffer, Side } from './store.ts'

type OfferTime = Pick<VisibleOffer, 'state' | 'expiresAt'>

/** An offer has expired once its time is over, even before the job has ended it. */
const hasExpired = ({ state, expiresAt }: OfferTime, now: Date): boolean =>
  (state === 'issued' || state === 'chosen') && expiresAt !== null && expiresAt <= now

export const isOpen = (offer: OfferTime, now: Date): boolean =>
  offer.state === 'held' || ((offer.state === 'issued' || offer.state === 'chosen') && !hasExpired(offer, now))

export function statusOf(offer: OfferTime & Pick<VisibleOffer, 'endedBy' | 'side'>, now: Date): MatchStatus {
  if (isOpen(offer, now)) return 'ACTIVE'
  if (offer.state === 'success') return 'SUCCESS'
  return offer.state === 'rejected' && offer.endedBy === offer.side ? 'REJECTED' : 'EXPIRED'
}

const isFirst = ({ groupType, side }: VisibleOffer) => (groupType === '1to1') === (side === 'mentee')

/** The reader's own answer. Mentees of groups are not asked. */
function interestOf(offer: VisibleOffer): Interest | null {
  const { groupType, side, state, endedBy, chosenAt } = offer
  if (state === 'rejected' && endedBy === side) return 'REJECTED'
  if (isFirst(offer)) return chosenAt === null ? null : 'INTERESTED'
  return groupType === '1to1' && state === 'success' ? 'INTERESTED' : null
}

/** Never reveals that the other person rejected the reader. */
function messageOf(offer: VisibleOffer, now: Date, language: string): string {
  const t = findText(language)
  if (statusOf(offer, now) !== 'EXPIRED') return ''
  const { state, side, endedBy } = offer
  if (state === 'unavailable') return side === 'mentee' ? t('answers.matchMentorTaken') : t('answers.matchMenteeTaken')
  // Withdrawn because the reader accepted another offer.
  if (state === 'withdrawn' && endedBy === null && isFirst(offer)) return t('answers.matchPassedOver')
  const readersTurn = state === 'issued' || (state === 'chosen' && side === 'mentor')
  const ranOutForReader = hasExpired(offer, now) ? readersTurn : state === 'expired' && endedBy === side
  return ranOutForReader ? t('answers.matchRanOut') : t('answers.matchNotMade')
}

/** Only active matches show a picture. */
export function showMatches(
  ctx: Ctx,
  offers: readonly ListedOffer[],
  criteriaOf: (offer: ListedOffer) => ExclusiveCriteria = () => ({}),
): MatchTracker[] {
  const { actor } = ctx
  const now = ctx.now()
  return offers.map((offer): MatchTracker => {
    const name = shownName(offer, actor.language)
    const status = statusOf(offer, now)
    const isDecided = status !== 'ACTIVE' || offer.state === 'held'
    return {
      id: offer.id,
      canReport: !offer.deletedAt,
      fullName: name,
      displayName: offer.deletedAt ? name : offer.firstName || name,
      email: offer.alias,
      status,
      interestStatus: interestOf(offer),
      groupCompatibility: null,
      exclusiveCriteria: status === 'ACTIVE' ? criteriaOf(offer) : {},
      clashingCriterias: [],
      updatedTimestamp: offer.turnStartedAt.toISOString(),
      expiresAt: isDecided ? null : (offer.expiresAt?.toISOString() ?? null),
      displayPicture: status === 'ACTIVE' ? linkToFoundPicture(ctx, offer) : null,
      affiliation: offer.deletedAt ? '' : offer.affiliation,
      displayMessage: messageOf(offer, now, actor.language),
    }
  })
}

/** `isShown`: whether the other person's answers are visible, while the offer is open or after it led to a mentorship. */
type Reader = { side: Side; language: string; isShown: boolean }

/** Every criterion compared when the offer was made, in plan order. Criteria that the plan has dropped since come last. */
export function showCriteria(
  plan: readonly PlanCriterion[],
  reasons: readonly Reason[],
  { side, language, isShown }: Reader,
): MatchCriterion[] {
  const known = plan.flatMap((criterion) =>
    reasons.flatMap((reason) => (reason.key === criterion.key ? [{ criterion, reason }] : [])),
  )
  const dropped = reasons.filter(({ key }) => !plan.some((criterion) => criterion.key === key))
  const all = [...known, ...dropped.map((reason) => ({ criterion: fallbackCriterion(reason.key), reason }))]
  return all.map(({ criterion, reason }, at) => showCriterion(criterion, reason, { side, language, isShown, order: at + 1 }))
}

const fallbackCriterion = (key: string): PlanCriterion => ({
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
  const words = (keys: readonly string[]) => optionTextsOf(criterion, keys, language)
  const [own, others] = side === 'mentee' ? [reason.mentee, reason.mentor] : [reason.mentor, reason.mentee]
  const match = reason.shared.length > 0
  const texts = { shared: words(reason.shared), mine: words(own), theirs: words(others) }
  return {
    key: criterion.key,
    order,
    matchingCriteria: textIn(BASE_LANGUAGE, criterion.name),
    localeMatchingCriteria: textIn(language, criterion.name),
    answer: texts.mine.join(', '),
    matchedAnswer: isShown ? texts.theirs.join(', ') : '',
    match,
    mandatory: criterion.strength === 'must',
    icon: criterion.icon,
    explanation: isShown ? explain(criterion, texts, language) : '',
    helpText: textIn(language, criterion.helpText),
    points: reason.points,
  }
}

/** The compared criteria of two people for staff: those with points first, then the mandatory ones. */
export function describeCompared(
  plan: readonly PlanCriterion[],
  reasons: readonly Reason[],
  language: string,
): ComparedCriterion[] {
  return reasons
    .map(({ key, points, shared }) => {
      const criterion = plan.find((each) => each.key === key) ?? fallbackCriterion(key)
      return { name: textIn(language, criterion.name), shared: optionTextsOf(criterion, shared, language), points }
    })
    .toSorted((one, other) => other.points - one.points)
}

type AnswerTexts = Record<'shared' | 'mine' | 'theirs', string[]>

function explain(criterion: PlanCriterion, { shared, mine, theirs }: AnswerTexts, language: string): string {
  if (mine.length === 0 || theirs.length === 0) return findText(language)('answers.matchNotAnswered')
  const sentence = textIn(language, shared.length > 0 ? criterion.alike : criterion.differs)
  const values = { shared: formatList(shared, language), mine: formatList(mine, language), theirs: formatList(theirs, language) }
  return formatMessage(localeOf(language), sentence, values)
}

type Translations = Readonly<Record<string, string>>

/** Programmes always have English texts; they are the fallback for missing translations. */
const BASE_LANGUAGE = 'en'
export const textIn = (language: string, texts: Translations): string =>
  (Object.hasOwn(texts, language) ? texts[language] : undefined) ?? texts[BASE_LANGUAGE] ?? ''

export const optionTextsOf = ({ options }: PlanCriterion, keys: readonly string[], language: string): string[] =>
  keys.map((key) => (Object.hasOwn(options, key) ? textIn(language, options[key] ?? {}) : '') || key)

/** For example: Hindi, Tamil and English. */
const formatList = (words: readonly string[], language: string): string =>
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
