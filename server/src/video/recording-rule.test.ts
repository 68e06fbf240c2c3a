import { SEGMENTS_MAX } from '@saathi/contract/video/recording-calls'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRecording, type Present, type Situation } from './recording-rule.ts'

const person = (order: number, changes: Partial<Present> = {}): Present => ({
  peerId: `peer-${order}`,
  order,
  canRecord: true,
  hasAgreed: true,
  ...changes,
})
const nobody: Situation = { isWanted: true, people: [], recorderPeerId: null, segments: 0, silences: new Map() }
const decide = (changes: Partial<Situation>) => decideRecording({ ...nobody, ...changes })

describe('when a call is recorded', () => {
  test('[VID-03] one who agrees and is alone starts it', () => {
    expect(decide({ people: [person(1)] })).toEqual({
      state: 'running',
      recorderPeerId: 'peer-1',
      cut: null,
      isOver: false,
    })
  })

  test('[VID-03] who has not answered is counted as a no', () => {
    const people = [person(1), person(2, { hasAgreed: false })]
    expect(decide({ people, recorderPeerId: 'peer-1' })).toMatchObject({ state: 'waiting', recorderPeerId: null, cut: 'refused' })
  })

  test('[VID-03] it goes on by itself when who had not agreed is gone', () => {
    expect(decide({ people: [person(1)], segments: 1 })).toMatchObject({ state: 'running', recorderPeerId: 'peer-1' })
  })

  test('switched off it is off, whoever has agreed', () => {
    expect(decide({ isWanted: false, people: [person(1)], recorderPeerId: 'peer-1' })).toMatchObject({
      state: 'off',
      recorderPeerId: null,
      cut: 'switched_off',
    })
  })

  test('who was there first records, of those whose browser can', () => {
    expect(decide({ people: [person(3), person(2), person(1, { canRecord: false })] }).recorderPeerId).toBe('peer-2')
  })

  test('where nobody’s browser can, it waits', () => {
    expect(decide({ people: [person(1, { canRecord: false })] })).toMatchObject({ state: 'waiting', recorderPeerId: null })
  })

  test('another records on when the recorder has left', () => {
    expect(decide({ people: [person(2)], recorderPeerId: 'peer-1', segments: 1 })).toMatchObject({
      state: 'running',
      recorderPeerId: 'peer-2',
      cut: 'recorder_left',
    })
  })

  test('who was silent is asked again only when the others were silent as often', () => {
    const people = [person(1), person(2)]
    expect(decide({ people, silences: new Map([['peer-1', 1]]) }).recorderPeerId).toBe('peer-2')
    const both = new Map(people.map(({ peerId }) => [peerId, 1]))
    expect(decide({ people, silences: both }).recorderPeerId).toBe('peer-1')
  })

  test('there is an end to the number of films', () => {
    expect(decide({ people: [person(1)], segments: SEGMENTS_MAX })).toMatchObject({ state: 'waiting', recorderPeerId: null })
  })

  test('an empty room is over', () => {
    expect(decide({ recorderPeerId: 'peer-1' })).toMatchObject({ isOver: true, recorderPeerId: null, cut: 'recorder_left' })
  })
})

/** What may happen in a call, one thing after another. */
const steps = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant('enters' as const), who: fc.nat(4), canRecord: fc.boolean() }),
    fc.record({ does: fc.constant('leaves' as const), who: fc.nat(4) }),
    fc.record({ does: fc.constant('answers' as const), who: fc.nat(4), consent: fc.boolean() }),
    fc.record({ does: fc.constant('switches' as const), isWanted: fc.boolean() }),
    fc.record({ does: fc.constant('is silent' as const) }),
  ),
  { maxLength: 40 },
)

test('[VID-03] in 500 random orders it never runs without everybody’s consent, and always when it may', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const inside = new Map<number, { order: number; canRecord: boolean }>()
      const answers = new Map<number, boolean>()
      const silences = new Map<string, number>()
      let [order, segments, isWanted] = [0, 0, true]
      let recorder: string | null = null
      for (const step of all) {
        if (step.does === 'enters') inside.set(step.who, { order: (order += 1), canRecord: step.canRecord })
        if (step.does === 'leaves') inside.delete(step.who)
        if (step.does === 'answers') answers.set(step.who, step.consent)
        if (step.does === 'switches') isWanted = step.isWanted
        if (step.does === 'is silent' && recorder !== null) {
          silences.set(recorder, (silences.get(recorder) ?? 0) + 1)
          recorder = null
        }
        const people = [...inside].map(([who, { order: at, canRecord }]) =>
          person(at, { canRecord, hasAgreed: answers.get(who) ?? false }),
        )
        const decision = decideRecording({ isWanted, people, recorderPeerId: recorder, segments, silences })
        if (decision.recorderPeerId !== null && decision.recorderPeerId !== recorder) segments += 1
        expect(decision.cut === null).toBe(recorder === null || recorder === decision.recorderPeerId)
        recorder = decision.recorderPeerId
        const may = isWanted && people.length > 0 && people.every(({ hasAgreed }) => hasAgreed)
        expect(recorder !== null).toBe(may && people.some(({ canRecord }) => canRecord))
        expect(decision.state === 'running').toBe(recorder !== null)
        expect(recorder === null || people.some(({ peerId, canRecord }) => peerId === recorder && canRecord)).toBe(true)
        expect(decision.isOver).toBe(people.length === 0)
      }
    }),
    { numRuns: 500 },
  )
})
