import type { ExclusiveCriteria, GroupCompatibility, Interest, MatchStatus } from './entities.ts'

/** The fields of a match that affect other choices. */
export type Choosable = {
  id: number
  status: MatchStatus
  interestStatus: Interest | null
  exclusiveCriteria: ExclusiveCriteria
}
/** The person choosing. Pair mentors decide each match separately. */
export type Chooser =
  | { kind: 'pair-mentee' }
  | { kind: 'pair-mentor' }
  | { kind: 'group-mentor'; groupSize: number; actualSize: number; members: readonly ExclusiveCriteria[] }

/** The effect of all choices on one match. `clashesWith`: ids of chosen matches; empty if only members clash. */
export type ChoiceEffect = {
  groupCompatibility: GroupCompatibility | null
  clashingCriterias: string[]
  clashesWith: number[]
}

/** Criteria on which two people clash: mandatory for either of them, and without a common answer. */
export function clashesBetween(one: ExclusiveCriteria, other: ExclusiveCriteria): string[] {
  return Object.keys(one).filter((key) => {
    const [mine, theirs] = [one[key], other[key]]
    if (!mine || !theirs || !(mine.mandatory || theirs.mandatory)) return false
    return !mine.answerKeys.some((answer) => theirs.answerKeys.includes(answer))
  })
}

/** Computed from scratch at each choice, so that undoing a choice undoes its effects. Only active, undecided matches are affected. */
export function evaluateChoices(chooser: Chooser, matches: readonly Choosable[]): Map<number, ChoiceEffect> {
  const chosen = matches.filter(({ status, interestStatus }) => status === 'ACTIVE' && interestStatus === 'INTERESTED')
  return new Map(matches.map((match) => [match.id, effectOn(chooser, chosen, match)]))
}

/** Applies one tap. The same tap again undoes it. A pair mentee has one acceptance, which moves to the last match tapped. */
export function withChoice<M extends Choosable>(chooser: Chooser, matches: readonly M[], id: number, interest: Interest): M[] {
  return matches.map((match) => {
    if (match.status !== 'ACTIVE') return match
    if (match.id === id) return { ...match, interestStatus: match.interestStatus === interest ? null : interest }
    const isMovedFrom = chooser.kind === 'pair-mentee' && interest === 'INTERESTED' && match.interestStatus === 'INTERESTED'
    return isMovedFrom ? { ...match, interestStatus: null } : match
  })
}

/** The effect on a decided match as if it were undecided: shows what prevents accepting a rejected match. */
export function effectIfUndecided(chooser: Chooser, matches: readonly Choosable[], id: number): ChoiceEffect {
  const undecided = matches.map((match) => (match.id === id ? { ...match, interestStatus: null } : match))
  return evaluateChoices(chooser, undecided).get(id) ?? noEffect
}

const noEffect: ChoiceEffect = { groupCompatibility: null, clashingCriterias: [], clashesWith: [] }

function effectOn(chooser: Chooser, chosen: readonly Choosable[], match: Choosable): ChoiceEffect {
  if (match.status !== 'ACTIVE' || match.interestStatus !== null || chooser.kind === 'pair-mentor') return noEffect
  if (chooser.kind === 'pair-mentee') return { ...noEffect, groupCompatibility: chosen.length > 0 ? 'PAIR_COMPLETE' : null }
  if (chosen.length + chooser.actualSize >= chooser.groupSize) return { ...noEffect, groupCompatibility: 'GROUP_FULL' }
  const own = match.exclusiveCriteria
  const inTheWay = chosen.filter(({ exclusiveCriteria }) => clashesBetween(own, exclusiveCriteria).length > 0)
  const others = [...chooser.members, ...inTheWay.map(({ exclusiveCriteria }) => exclusiveCriteria)]
  const clashing = new Set(others.flatMap((criteria) => clashesBetween(own, criteria)))
  return {
    groupCompatibility: clashing.size > 0 ? 'INCOMPATIBLE' : 'COMPATIBLE',
    clashingCriterias: [...clashing],
    clashesWith: inTheWay.map(({ id }) => id),
  }
}

/** The progress: `decided` out of `toDecide`. Matches ruled out by the choices do not count. */
export type ConfirmButton = { isShown: boolean; isEnabled: boolean; decided: number; toDecide: number }

const ruledOut: ReadonlySet<GroupCompatibility | null> = new Set(['INCOMPATIBLE', 'GROUP_FULL', 'PAIR_COMPLETE'])

/** Pair mentors must answer every match; others need not answer matches ruled out by their choices. */
export function confirmButton(chooser: Chooser, matches: readonly Choosable[]): ConfirmButton {
  const active = matches.filter(({ status }) => status === 'ACTIVE')
  const effects = evaluateChoices(chooser, matches)
  const isOut = ({ id }: Choosable) => ruledOut.has(effects.get(id)?.groupCompatibility ?? null)
  const decided = active.filter(({ interestStatus }) => interestStatus !== null).length
  const toDecide = active.filter((match) => match.interestStatus !== null || !isOut(match)).length
  return {
    isShown: active.length > 0 && (chooser.kind !== 'pair-mentor' || decided > 0),
    isEnabled: active.length > 0 && decided === toDecide,
    decided,
    toDecide,
  }
}
