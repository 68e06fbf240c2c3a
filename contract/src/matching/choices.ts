import type { ExclusiveCriteria, GroupCompatibility, Interest, MatchStatus } from './entities.ts'

/** A match as far as its neighbours matter to it. */
export type Choosable = {
  id: number
  status: MatchStatus
  interestStatus: Interest | null
  exclusiveCriteria: ExclusiveCriteria
}
/** Whom one chooses for. Pair mentors decide each match by itself. */
export type Chooser =
  | { kind: 'pair-mentee' }
  | { kind: 'pair-mentor' }
  | { kind: 'group-mentor'; groupSize: number; actualSize: number; members: readonly ExclusiveCriteria[] }

/** What the choices make of one match. `clashesWith`: ids of chosen matches; empty where members are in the way. */
export type Settled = {
  groupCompatibility: GroupCompatibility | null
  clashingCriterias: string[]
  clashesWith: number[]
}

/** Keys on which two cannot be in one group: either must have it, and nothing they answered is the same. */
export function clashesBetween(one: ExclusiveCriteria, other: ExclusiveCriteria): string[] {
  return Object.keys(one).filter((key) => {
    const [mine, theirs] = [one[key], other[key]]
    if (!mine || !theirs || !(mine.mandatory || theirs.mandatory)) return false
    return !mine.answerKeys.some((answer) => theirs.answerKeys.includes(answer))
  })
}

/** From scratch at each choice, so that taking one back undoes all it did. Only what is undecided and can be acted on changes. */
export function settleChoices(chooser: Chooser, matches: readonly Choosable[]): Map<number, Settled> {
  const chosen = matches.filter(({ status, interestStatus }) => status === 'ACTIVE' && interestStatus === 'INTERESTED')
  return new Map(matches.map((match) => [match.id, settleOne(chooser, chosen, match)]))
}

/** One tap. The same again takes it back; a mentee of pairs has one yes, which moves to whom it is given last. */
export function withChoice<M extends Choosable>(chooser: Chooser, matches: readonly M[], id: number, interest: Interest): M[] {
  return matches.map((match) => {
    if (match.status !== 'ACTIVE') return match
    if (match.id === id) return { ...match, interestStatus: match.interestStatus === interest ? null : interest }
    const isMovedFrom = chooser.kind === 'pair-mentee' && interest === 'INTERESTED' && match.interestStatus === 'INTERESTED'
    return isMovedFrom ? { ...match, interestStatus: null } : match
  })
}

/** What stands in the way of a yes to one that was said no to: the same as if it were undecided. */
export function resettle(chooser: Chooser, matches: readonly Choosable[], id: number): Settled {
  const undecided = matches.map((match) => (match.id === id ? { ...match, interestStatus: null } : match))
  return settleChoices(chooser, undecided).get(id) ?? untouched
}

const untouched: Settled = { groupCompatibility: null, clashingCriterias: [], clashesWith: [] }

function settleOne(chooser: Chooser, chosen: readonly Choosable[], match: Choosable): Settled {
  if (match.status !== 'ACTIVE' || match.interestStatus !== null || chooser.kind === 'pair-mentor') return untouched
  if (chooser.kind === 'pair-mentee') return { ...untouched, groupCompatibility: chosen.length > 0 ? 'PAIR_COMPLETE' : null }
  if (chosen.length + chooser.actualSize >= chooser.groupSize) return { ...untouched, groupCompatibility: 'GROUP_FULL' }
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

/** `decided` of `toDecide`: those that the choices have ruled out are not counted. */
export type ConfirmButton = { isShown: boolean; isEnabled: boolean; decided: number; toDecide: number }

const settles: ReadonlySet<GroupCompatibility | null> = new Set(['INCOMPATIBLE', 'GROUP_FULL', 'PAIR_COMPLETE'])

/** Pair mentors say yes or no to everybody; for all others nothing is asked of what the choices have ruled out. */
export function confirmButton(chooser: Chooser, matches: readonly Choosable[]): ConfirmButton {
  const active = matches.filter(({ status }) => status === 'ACTIVE')
  const settled = settleChoices(chooser, matches)
  const isOut = ({ id }: Choosable) => settles.has(settled.get(id)?.groupCompatibility ?? null)
  const decided = active.filter(({ interestStatus }) => interestStatus !== null).length
  const toDecide = active.filter((match) => match.interestStatus !== null || !isOut(match)).length
  return {
    isShown: active.length > 0 && (chooser.kind !== 'pair-mentor' || decided > 0),
    isEnabled: active.length > 0 && decided === toDecide,
    decided,
    toDecide,
  }
}
