import { type Choosable, clashesBetween, type Settled } from '@saathi/contract/matching/choices'
import type { ExclusiveCriterion, GroupMemberInfo, MatchTracker } from '@saathi/contract/matching/entities'
import type { Translate } from '#core/i18n/texts.tsx'

/** On what two cannot be in one group. */
export type Clash = { key: string; own: ExclusiveCriterion; other: string; theirs: readonly string[] }

type Named = Pick<Choosable, 'exclusiveCriteria'> & { name: string }

const named = ({ displayName, exclusiveCriteria }: MatchTracker): Named => ({ name: displayName, exclusiveCriteria })

/** Who is in the way: those who have a place, and those who are chosen. */
function inTheWay(match: MatchTracker, { clashesWith }: Settled, around: Around) {
  const hasClash = ({ exclusiveCriteria }: Named) => clashesBetween(match.exclusiveCriteria, exclusiveCriteria).length > 0
  const members = around.members.map(({ fullName, exclusiveCriteria }): Named => ({ name: fullName, exclusiveCriteria }))
  return {
    members: members.filter(hasClash),
    chosen: around.matches.filter(({ id }) => clashesWith.includes(id)).map(named),
  }
}

/** Everybody whom a card may have to name. */
export type Around = { matches: readonly MatchTracker[]; members: readonly GroupMemberInfo[] }

export function clashesOf(match: MatchTracker, settled: Settled, around: Around): Clash[] {
  const { members, chosen } = inTheWay(match, settled, around)
  return settled.clashingCriterias.flatMap((key) => {
    const own = match.exclusiveCriteria[key]
    const other = [...chosen, ...members].find((each) =>
      clashesBetween(match.exclusiveCriteria, each.exclusiveCriteria).includes(key),
    )
    return own && other ? [{ key, own, other: other.name, theirs: other.exclusiveCriteria[key]?.matchedAnswer ?? [] }] : []
  })
}

type Said = { chip: string; text: string }

/** What makes it impossible to say yes, and what would change that; null where nothing does. */
export function obstacleOf(
  match: MatchTracker,
  settled: Settled,
  around: Around,
  t: Translate,
  listed: Intl.ListFormat,
): Said | null {
  const name = match.displayName
  const chosen = around.matches.filter(({ status, interestStatus }) => status === 'ACTIVE' && interestStatus === 'INTERESTED')
  switch (settled.groupCompatibility) {
    case 'INCOMPATIBLE': {
      const who = inTheWay(match, settled, around)
      const others = listed.format((who.members.length > 0 ? who.members : who.chosen).map((each) => each.name))
      // No choice makes room where a member is in the way.
      const text = who.members.length > 0 ? 'matching.card.incompatible.members' : 'matching.card.incompatible.chosen'
      return { chip: t('matching.card.incompatible'), text: t(text, { name, others, count: who.members.length }) }
    }
    case 'GROUP_FULL': {
      const text = chosen.length > 0 ? 'matching.card.full.chosen' : 'matching.card.full.members'
      return { chip: t('matching.card.full'), text: t(text, { name }) }
    }
    case 'PAIR_COMPLETE': {
      const other = listed.format(chosen.map(({ displayName }) => displayName))
      return { chip: t('matching.card.complete', { other }), text: t('matching.card.complete.text', { name, other }) }
    }
    default:
      return null
  }
}

/** What became of one that cannot be decided any more. */
export function endOf({ status, displayMessage, displayName: name }: MatchTracker, t: Translate): Said | null {
  switch (status) {
    case 'ACTIVE':
      return null
    case 'SUCCESS':
      return { chip: t('matching.card.success'), text: displayMessage }
    case 'REJECTED':
      return { chip: t('matching.card.rejected'), text: displayMessage }
    case 'EXPIRED':
      // One that ended under the reader's eyes has no message of the server yet.
      return displayMessage === ''
        ? { chip: t('matching.card.over'), text: t('matching.card.over.text', { name }) }
        : { chip: t('matching.card.ended'), text: displayMessage }
  }
}
