import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Choosable,
  type Chooser,
  clashesBetween,
  confirmButton,
  effectIfUndecided,
  evaluateChoices,
  withChoice,
} from './choices.ts'
import type { ExclusiveCriteria, ExclusiveCriterion, Interest } from './entities.ts'

const criterion = (answerKeys: string[], mandatory = true): ExclusiveCriterion => ({
  mandatory,
  name: 'Language',
  icon: 'language',
  matchedAnswer: answerKeys,
  answerKeys,
})
const speaks = (...answerKeys: string[]): ExclusiveCriteria => ({ languages: criterion(answerKeys) })
const match = (id: number, overrides: Partial<Choosable> = {}): Choosable => ({
  id,
  status: 'ACTIVE',
  interestStatus: null,
  exclusiveCriteria: {},
  ...overrides,
})
const group = (overrides: Partial<Extract<Chooser, { kind: 'group-mentor' }>> = {}): Chooser => ({
  kind: 'group-mentor',
  groupSize: 4,
  actualSize: 0,
  members: [],
  ...overrides,
})
const pairMentee: Chooser = { kind: 'pair-mentee' }
const pairMentor: Chooser = { kind: 'pair-mentor' }

const statesOf = (chooser: Chooser, matches: readonly Choosable[]) =>
  [...evaluateChoices(chooser, matches).values()].map(({ groupCompatibility }) => groupCompatibility)

describe('a group mentor', () => {
  test('[MAT-04] sees the others as GROUP_FULL once the places are taken, and not before', () => {
    const two = [match(1, { interestStatus: 'INTERESTED' }), match(2), match(3)]
    expect(statesOf(group({ actualSize: 2 }), two)).toEqual([null, 'COMPATIBLE', 'COMPATIBLE'])
    const three = withChoice(group({ actualSize: 2 }), two, 2, 'INTERESTED')
    expect(statesOf(group({ actualSize: 2 }), three)).toEqual([null, null, 'GROUP_FULL'])
    expect(statesOf(group({ actualSize: 9 }), [match(1)])).toEqual(['GROUP_FULL'])
  })

  test('[MAT-04] sees who clashes with a chosen match on a mandatory criterion, on what and with whom', () => {
    const kavya = match(1, { interestStatus: 'INTERESTED', exclusiveCriteria: speaks('hi', 'te') })
    const joseph = match(2, { exclusiveCriteria: speaks('hi') })
    const lakshmi = match(3, { exclusiveCriteria: speaks('ml') })
    const effects = evaluateChoices(group(), [kavya, joseph, lakshmi])
    expect(effects.get(2)?.groupCompatibility).toBe('COMPATIBLE')
    expect(effects.get(3)).toEqual({ groupCompatibility: 'INCOMPATIBLE', clashingCriterias: ['languages'], clashesWith: [1] })
  })

  test('[MAT-04] sees who clashes with a member, regardless of the choices', () => {
    const effects = evaluateChoices(group({ actualSize: 1, members: [speaks('hi')] }), [
      match(3, { exclusiveCriteria: speaks('ml') }),
    ])
    expect(effects.get(3)).toEqual({ groupCompatibility: 'INCOMPATIBLE', clashingCriterias: ['languages'], clashesWith: [] })
  })

  test('[MAT-04] has no clashes with rejected or ended matches, which do not change', () => {
    const no = match(1, { interestStatus: 'REJECTED', exclusiveCriteria: speaks('hi') })
    const over = match(2, { status: 'EXPIRED', interestStatus: 'INTERESTED', exclusiveCriteria: speaks('hi') })
    expect(statesOf(group(), [no, over, match(3, { exclusiveCriteria: speaks('ml') })])).toEqual([null, null, 'COMPATIBLE'])
  })

  test('[MAT-04] can check what prevents accepting a rejected match', () => {
    const kavya = match(1, { interestStatus: 'INTERESTED', exclusiveCriteria: speaks('hi') })
    const lakshmi = match(2, { interestStatus: 'REJECTED', exclusiveCriteria: speaks('ml') })
    expect(effectIfUndecided(group(), [kavya, lakshmi], 2)).toMatchObject({
      groupCompatibility: 'INCOMPATIBLE',
      clashesWith: [1],
    })
    expect(effectIfUndecided(group(), [lakshmi], 2).groupCompatibility).toBe('COMPATIBLE')
  })

  test('[MAT-03] can confirm when all matches are decided or ruled out; COMPATIBLE is not a decision', () => {
    const kavya = match(1, { interestStatus: 'INTERESTED', exclusiveCriteria: speaks('hi') })
    const joseph = match(2, { exclusiveCriteria: speaks('hi') })
    const lakshmi = match(3, { exclusiveCriteria: speaks('ml') })
    expect(confirmButton(group(), [kavya, joseph, lakshmi])).toEqual({ isShown: true, isEnabled: false, decided: 1, toDecide: 2 })
    const all = withChoice(group(), [kavya, joseph, lakshmi], 2, 'REJECTED')
    expect(confirmButton(group(), all)).toEqual({ isShown: true, isEnabled: true, decided: 2, toDecide: 2 })
  })
})

describe('a pair mentee', () => {
  test('[MAT-04] rules out all others by accepting one, not by rejecting one', () => {
    const all = [match(1), match(2), match(3, { status: 'EXPIRED' })]
    expect(statesOf(pairMentee, withChoice(pairMentee, all, 1, 'INTERESTED'))).toEqual([null, 'PAIR_COMPLETE', null])
    expect(statesOf(pairMentee, withChoice(pairMentee, all, 1, 'REJECTED'))).toEqual([null, null, null])
  })

  test('[MAT-04] makes all others possible again by undoing or rejecting the choice', () => {
    const chosen = withChoice(pairMentee, [match(1), match(2)], 1, 'INTERESTED')
    for (const tap of ['INTERESTED', 'REJECTED'] as const) {
      expect(statesOf(pairMentee, withChoice(pairMentee, chosen, 1, tap))).toEqual([null, null])
    }
  })

  test('[MAT-04] has one acceptance, which moves to the last match tapped', () => {
    const no = withChoice(pairMentee, [match(1), match(2)], 2, 'REJECTED')
    const first = withChoice(pairMentee, no, 1, 'INTERESTED')
    const moved = withChoice(pairMentee, first, 2, 'INTERESTED')
    expect(moved.map(({ interestStatus }) => interestStatus)).toEqual([null, 'INTERESTED'])
    expect(statesOf(pairMentee, moved)).toEqual(['PAIR_COMPLETE', null])
  })

  test('[MAT-03] can confirm one acceptance, or the rejection of everybody', () => {
    const all = [match(1), match(2)]
    expect(confirmButton(pairMentee, all)).toMatchObject({ isShown: true, isEnabled: false })
    expect(confirmButton(pairMentee, withChoice(pairMentee, all, 1, 'INTERESTED'))).toMatchObject({ isEnabled: true })
    const no = withChoice(pairMentee, all, 1, 'REJECTED')
    expect(confirmButton(pairMentee, no)).toMatchObject({ isEnabled: false, decided: 1, toDecide: 2 })
    expect(confirmButton(pairMentee, withChoice(pairMentee, no, 2, 'REJECTED'))).toMatchObject({ isEnabled: true })
  })
})

describe('a pair mentor', () => {
  test('[MAT-03] sees the confirm button after the first choice and can press it after the last', () => {
    const all = [match(1), match(2), match(3, { status: 'EXPIRED' })]
    expect(confirmButton(pairMentor, all)).toMatchObject({ isShown: false, isEnabled: false })
    const one = withChoice(pairMentor, all, 1, 'INTERESTED')
    expect(confirmButton(pairMentor, one)).toEqual({ isShown: true, isEnabled: false, decided: 1, toDecide: 2 })
    expect(confirmButton(pairMentor, withChoice(pairMentor, one, 2, 'INTERESTED'))).toMatchObject({ isEnabled: true })
  })

  test('[MAT-03] sees no button without active matches, like every other chooser', () => {
    for (const chooser of [pairMentor, pairMentee, group()]) {
      const over = [match(1, { status: 'EXPIRED' }), match(2, { status: 'SUCCESS' })]
      expect(confirmButton(chooser, over)).toEqual({ isShown: false, isEnabled: false, decided: 0, toDecide: 0 })
    }
  })
})

describe('for random choices', () => {
  const Answers = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 })
  const Criteria = fc.dictionary(
    fc.constantFrom('languages', 'times', 'city'),
    fc.tuple(Answers, fc.boolean()).map(([answers, mandatory]) => criterion(answers, mandatory)),
  )
  const Match = fc.record({
    status: fc.constantFrom('ACTIVE', 'ACTIVE', 'ACTIVE', 'EXPIRED', 'SUCCESS', 'REJECTED'),
    interestStatus: fc.constantFrom<Interest | null>(null, null, 'INTERESTED', 'REJECTED'),
    exclusiveCriteria: Criteria,
  })
  const Matches = fc
    .array(Match, { maxLength: 8 })
    .map((all) => all.map((each, place): Choosable => ({ id: place + 1, ...each })))
  const Someone = fc.oneof(
    fc.constant(pairMentee),
    fc.constant(pairMentor),
    fc
      .record({ groupSize: fc.integer({ min: 2, max: 6 }), members: fc.array(Criteria, { maxLength: 3 }) })
      .map((overrides): Chooser => group({ ...overrides, actualSize: overrides.members.length })),
  )
  const Tap = fc.constantFrom<Interest>('INTERESTED', 'REJECTED')

  test('[MAT-02] the same tap twice changes nothing', () => {
    fc.assert(
      fc.property(Someone, Matches, fc.nat(7), Tap, (chooser, matches, at, tap) => {
        const tapped = matches[at]
        // A moved acceptance does not return to the earlier match.
        const isMoving = chooser.kind === 'pair-mentee' && matches.some(({ interestStatus }) => interestStatus === 'INTERESTED')
        fc.pre(tapped?.interestStatus === null && !isMoving)
        const twice = withChoice(chooser, withChoice(chooser, matches, at + 1, tap), at + 1, tap)
        expect(twice).toEqual(matches)
        expect(evaluateChoices(chooser, twice)).toEqual(evaluateChoices(chooser, matches))
      }),
    )
  })

  test('[MAT-04] the order of matches does not matter', () => {
    fc.assert(
      fc.property(Someone, Matches, fc.infiniteStream(fc.nat()), (chooser, matches, weights) => {
        const shuffled = matches
          .map((each) => ({ each, weight: weights.next().value }))
          .toSorted((a, b) => a.weight - b.weight)
          .map(({ each }) => each)
        const plain = (list: readonly Choosable[]) =>
          [...evaluateChoices(chooser, list)]
            .toSorted(([a], [b]) => a - b)
            .map(([id, effect]) => ({
              id,
              state: effect.groupCompatibility,
              criteria: effect.clashingCriterias.toSorted(),
              with: effect.clashesWith.toSorted((a, b) => a - b),
            }))
        expect(plain(shuffled)).toEqual(plain(matches))
        expect(confirmButton(chooser, shuffled)).toEqual(confirmButton(chooser, matches))
      }),
    )
  })

  /** An independent implementation of the rule. */
  function stateOf(chooser: Chooser, matches: readonly Choosable[], own: Choosable) {
    if (own.status !== 'ACTIVE' || own.interestStatus !== null || chooser.kind === 'pair-mentor') return null
    const chosen = matches.filter((each) => each.status === 'ACTIVE' && each.interestStatus === 'INTERESTED')
    if (chooser.kind === 'pair-mentee') return chosen.length > 0 ? 'PAIR_COMPLETE' : null
    if (chooser.actualSize + chosen.length >= chooser.groupSize) return 'GROUP_FULL'
    const others = [...chooser.members, ...chosen.map((each) => each.exclusiveCriteria)]
    return others.some((other) => clashesBetween(own.exclusiveCriteria, other).length > 0) ? 'INCOMPATIBLE' : 'COMPATIBLE'
  }

  test('[MAT-04] only undecided, active matches get a state, and it is correct', () => {
    fc.assert(
      fc.property(Someone, Matches, (chooser, matches) => {
        const effects = evaluateChoices(chooser, matches)
        for (const own of matches) {
          const found = effects.get(own.id)
          expect(found?.groupCompatibility).toBe(stateOf(chooser, matches, own))
          expect(found?.clashingCriterias.length !== 0).toBe(found?.groupCompatibility === 'INCOMPATIBLE')
        }
      }),
    )
  })

  test('[MAT-04] a clash is symmetric, and requires a mandatory criterion without a common answer', () => {
    fc.assert(
      fc.property(Criteria, Criteria, (one, other) => {
        const clashes = clashesBetween(one, other)
        expect(clashes.toSorted()).toEqual(clashesBetween(other, one).toSorted())
        for (const key of clashes) {
          const [mine, theirs] = [one[key], other[key]]
          expect(mine?.mandatory || theirs?.mandatory).toBe(true)
          expect(mine?.answerKeys.filter((answer) => theirs?.answerKeys.includes(answer))).toEqual([])
        }
      }),
    )
  })

  test('[MAT-03] the button is never enabled while a match needs an answer', () => {
    fc.assert(
      fc.property(Someone, Matches, (chooser, matches) => {
        const { isShown, isEnabled, decided, toDecide } = confirmButton(chooser, matches)
        expect(decided).toBeLessThanOrEqual(toDecide)
        const effects = evaluateChoices(chooser, matches)
        const isWaiting = ({ id, status, interestStatus }: Choosable) =>
          status === 'ACTIVE' &&
          interestStatus === null &&
          [null, 'COMPATIBLE'].includes(effects.get(id)?.groupCompatibility ?? null)
        const hasActive = matches.some(({ status }) => status === 'ACTIVE')
        expect(isEnabled).toBe(hasActive && !matches.some(isWaiting))
        expect(isShown || !isEnabled).toBe(true)
      }),
    )
  })
})
