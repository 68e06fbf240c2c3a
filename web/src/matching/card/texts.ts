import type { MatchIcon } from '@saathi/contract/content/match-icon'
import { type Choosable, clashesBetween, type ChoiceEffect } from '@saathi/contract/matching/choices'
import type { ExclusiveCriterion, GroupMemberInfo, MatchCriterion, MatchTracker } from '@saathi/contract/matching/entities'
import type { Translate } from '#core/i18n/texts.tsx'
import { place } from '#core/ui/further-icons.ts'
import { bag, clock, heart, type IconShape, language, star, user, video } from '#core/ui/icons.ts'

/** A criterion on which two people clash. */
export type Clash = { key: string; own: ExclusiveCriterion; other: string; theirs: readonly string[] }

type NamedCriteria = Pick<Choosable, 'exclusiveCriteria'> & { name: string }

const withName = ({ displayName, exclusiveCriteria }: MatchTracker): NamedCriteria => ({ name: displayName, exclusiveCriteria })

/** Members and chosen matches that clash with this match. */
function findClashing(match: MatchTracker, { clashesWith }: ChoiceEffect, context: CardContext) {
  const hasClash = ({ exclusiveCriteria }: NamedCriteria) => clashesBetween(match.exclusiveCriteria, exclusiveCriteria).length > 0
  const members = context.members.map(({ fullName, exclusiveCriteria }): NamedCriteria => ({ name: fullName, exclusiveCriteria }))
  return {
    members: members.filter(hasClash),
    chosen: context.matches.filter(({ id }) => clashesWith.includes(id)).map(withName),
  }
}

/** All people whom a card may mention. */
export type CardContext = { matches: readonly MatchTracker[]; members: readonly GroupMemberInfo[] }

export function clashesOf(match: MatchTracker, effect: ChoiceEffect, context: CardContext): Clash[] {
  const { members, chosen } = findClashing(match, effect, context)
  return effect.clashingCriterias.flatMap((key) => {
    const own = match.exclusiveCriteria[key]
    const other = [...chosen, ...members].find((each) =>
      clashesBetween(match.exclusiveCriteria, each.exclusiveCriteria).includes(key),
    )
    return own && other ? [{ key, own, other: other.name, theirs: other.exclusiveCriteria[key]?.matchedAnswer ?? [] }] : []
  })
}

type CardMessage = { chip: string; text: string }

/** Why this match cannot be accepted, and what would change that; null if it can be accepted. */
export function obstacleOf(
  match: MatchTracker,
  effect: ChoiceEffect,
  context: CardContext,
  t: Translate,
  listFormat: Intl.ListFormat,
): CardMessage | null {
  const name = match.displayName
  const chosen = context.matches.filter(({ status, interestStatus }) => status === 'ACTIVE' && interestStatus === 'INTERESTED')
  switch (effect.groupCompatibility) {
    case 'INCOMPATIBLE': {
      const who = findClashing(match, effect, context)
      const others = listFormat.format((who.members.length > 0 ? who.members : who.chosen).map((each) => each.name))
      // Changing a choice does not help if a member clashes.
      const text = who.members.length > 0 ? 'matching.card.incompatible.members' : 'matching.card.incompatible.chosen'
      return { chip: t('matching.card.incompatible'), text: t(text, { name, others, count: who.members.length }) }
    }
    case 'GROUP_FULL': {
      const text = chosen.length > 0 ? 'matching.card.full.chosen' : 'matching.card.full.members'
      return { chip: t('matching.card.full'), text: t(text, { name }) }
    }
    case 'PAIR_COMPLETE': {
      const other = listFormat.format(chosen.map(({ displayName }) => displayName))
      return { chip: t('matching.card.complete', { other }), text: t('matching.card.complete.text', { name, other }) }
    }
    default:
      return null
  }
}

/** Why a match ended. One that expired on the open page has no message from the server yet. */
export const endTextOf = ({ displayMessage, displayName: name }: MatchTracker, t: Translate): string =>
  displayMessage || t('matching.card.over.text', { name })

const STRONGEST_COUNT = 4

/** The strongest reasons for the match, after what speaks against it; both lists keep the order of the plan. */
export function rankCriteria(criteria: readonly MatchCriterion[], clashKeys: ReadonlySet<string>) {
  const weight = ({ key, match, points }: MatchCriterion) => (clashKeys.has(key) ? Infinity : match ? points : -1)
  const inOrder = criteria.toSorted((one, other) => one.order - other.order)
  const best = inOrder.filter((each) => weight(each) >= 0).toSorted((one, other) => weight(other) - weight(one))
  const keys = new Set((best.length > 0 ? best : inOrder).slice(0, STRONGEST_COUNT).map(({ key }) => key))
  return { strongest: inOrder.filter(({ key }) => keys.has(key)), rest: inOrder.filter(({ key }) => !keys.has(key)) }
}

export const matchIcons: Record<MatchIcon, IconShape> = {
  language,
  time: clock,
  goal: star,
  work: bag,
  interest: heart,
  place,
  call: video,
  person: user,
}
