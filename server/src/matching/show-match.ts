import type { ExclusiveCriteria, Interest, MatchStatus, MatchTracker } from '@saathi/contract/matching/entities'
import { linkToPictures, shownName } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import type { SeenOffer } from './store.ts'

type Timed = Pick<SeenOffer, 'state' | 'expiresAt'>

/** Past its time an offer is over, though nobody has written it down yet. */
export const hasRunOut = ({ state, expiresAt }: Timed, now: Date): boolean =>
  (state === 'issued' || state === 'chosen') && expiresAt !== null && expiresAt <= now

export const isOpen = (offer: Timed, now: Date): boolean =>
  offer.state === 'held' || ((offer.state === 'issued' || offer.state === 'chosen') && !hasRunOut(offer, now))

export function statusOf(offer: Timed & Pick<SeenOffer, 'endedBy' | 'side'>, now: Date): MatchStatus {
  if (isOpen(offer, now)) return 'ACTIVE'
  if (offer.state === 'success') return 'SUCCESS'
  return offer.state === 'rejected' && offer.endedBy === offer.side ? 'REJECTED' : 'EXPIRED'
}

const isFirst = ({ groupType, side }: SeenOffer) => (groupType === '1to1') === (side === 'mentee')

/** What the reader has said to it. Mentees of groups are not asked. */
export function interestOf(offer: SeenOffer): Interest | null {
  const { groupType, side, state, endedBy, chosenAt } = offer
  if (state === 'rejected' && endedBy === side) return 'REJECTED'
  if (isFirst(offer)) return chosenAt === null ? null : 'INTERESTED'
  return groupType === '1to1' && state === 'success' ? 'INTERESTED' : null
}

/** Kindly, and never that the other one said no. */
function messageOf(offer: SeenOffer, now: Date, language: string): string {
  const t = findText(language)
  if (statusOf(offer, now) !== 'EXPIRED') return ''
  const { state, side, endedBy } = offer
  if (state === 'unavailable') return side === 'mentee' ? t('answers.matchMentorTaken') : t('answers.matchMenteeTaken')
  // Nobody has ended it but the reader's own yes to another.
  if (state === 'withdrawn' && endedBy === null && isFirst(offer)) return t('answers.matchPassedOver')
  const readersTurn = state === 'issued' || (state === 'chosen' && side === 'mentor')
  const ranOutForReader = hasRunOut(offer, now) ? readersTurn : state === 'expired' && endedBy === side
  return ranOutForReader ? t('answers.matchRanOut') : t('answers.matchNotMade')
}

/** All their pictures are looked up at once; only who can still be decided on has a face. */
export async function showMatches(
  ctx: Ctx,
  offers: readonly SeenOffer[],
  criteriaOf: (offer: SeenOffer) => ExclusiveCriteria = () => ({}),
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
