import type { ExclusiveCriteria, Interest, MatchStatus, MatchTracker } from '@saathi/contract/matching/entities'
import { linkToPictures, shownName } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import type { VisibleOffer } from './store.ts'

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

/** Looks up all pictures at once; only active matches show one. */
export async function showMatches(
  ctx: Ctx,
  offers: readonly VisibleOffer[],
  criteriaOf: (offer: VisibleOffer) => ExclusiveCriteria = () => ({}),
): Promise<MatchTracker[]> {
  const { actor } = ctx
  const now = ctx.now()
  const pictures = await linkToPictures(ctx, offers)
  return offers.map((offer, at): MatchTracker => {
    const name = shownName(offer, actor.language)
    const status = statusOf(offer, now)
    const isDecided = status !== 'ACTIVE' || offer.state === 'held'
    return {
      id: offer.id,
      fullName: name,
      displayName: offer.deletedAt ? name : offer.firstName || name,
      email: offer.alias,
      status,
      interestStatus: interestOf(offer),
      groupCompatibility: null,
      exclusiveCriteria: status === 'ACTIVE' ? criteriaOf(offer) : {},
      clashingCriterias: [],
      updatedTimestamp: offer.turnedAt.toISOString(),
      expiresAt: isDecided ? null : (offer.expiresAt?.toISOString() ?? null),
      displayPicture: status === 'ACTIVE' ? (pictures[at] ?? null) : null,
      affiliation: offer.deletedAt ? '' : offer.affiliation,
      displayMessage: messageOf(offer, now, actor.language),
    }
  })
}
