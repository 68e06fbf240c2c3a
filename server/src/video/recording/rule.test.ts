import { SEGMENTS_MAX } from '@saathi/contract/video/recording-calls'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRecording, type Participant, type Situation } from './rule.ts'

const person = (order: number, changes: Partial<Participant> = {}): Participant => ({
  peerId: `peer-${order}`,
  order,
  canRecord: true,
  hasAgreed: true,
  ...changes,
})
const nobody: Situation = { isWanted: true, isAlone: false, people: [], recorderPeerId: null, segments: 0, silences: new Map() }
const decide = (changes: Partial<Situation>) => decideRecording({ ...nobody, ...changes })

describe('decideRecording', () => {
  test('[VID-03] starts when a single participant agrees', () => {
    expect(decide({ people: [person(1)] })).toEqual({
      state: 'running',
      recorderPeerId: 'peer-1',
      cut: null,
      isOver: false,
    })
  })

  test('[VID-03] treats a missing answer as no', () => {
    const people = [person(1), person(2, { hasAgreed: false })]
    expect(decide({ people, recorderPeerId: 'peer-1' })).toMatchObject({ state: 'waiting', recorderPeerId: null, cut: 'refused' })
  })

  test('[VID-03] resumes when the person without consent has left', () => {
    expect(decide({ people: [person(1)], segments: 1 })).toMatchObject({ state: 'running', recorderPeerId: 'peer-1' })
  })

  test('is off when switched off, regardless of consent', () => {
    expect(decide({ isWanted: false, people: [person(1)], recorderPeerId: 'peer-1' })).toMatchObject({
      state: 'off',
      recorderPeerId: null,
      cut: 'switched_off',
    })
  })

  test('chooses the first participant whose browser can record', () => {
    expect(decide({ people: [person(3), person(2), person(1, { canRecord: false })] }).recorderPeerId).toBe('peer-2')
  })

  test('waits if no browser can record', () => {
    expect(decide({ people: [person(1, { canRecord: false })] })).toMatchObject({ state: 'waiting', recorderPeerId: null })
  })

  test('chooses another recorder when the recorder leaves', () => {
    expect(decide({ people: [person(2)], recorderPeerId: 'peer-1', segments: 1 })).toMatchObject({
      state: 'running',
      recorderPeerId: 'peer-2',
      cut: 'recorder_left',
    })
  })

  test('prefers recorders who were silent less often', () => {
    const people = [person(1), person(2)]
    expect(decide({ people, silences: new Map([['peer-1', 1]]) }).recorderPeerId).toBe('peer-2')
    const both = new Map(people.map(({ peerId }) => [peerId, 1]))
    expect(decide({ people, silences: both }).recorderPeerId).toBe('peer-1')
  })

  test('stops at the maximum number of segments', () => {
    expect(decide({ people: [person(1)], segments: SEGMENTS_MAX })).toMatchObject({ state: 'waiting', recorderPeerId: null })
  })

  test('ends when the room is empty', () => {
    expect(decide({ recorderPeerId: 'peer-1' })).toMatchObject({ isOver: true, recorderPeerId: null, cut: 'recorder_left' })
  })
})

/** Random sequences of events in a call. */
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

test('[VID-03] in 500 random sequences, recording runs exactly when it is allowed', () => {
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
        const decision = decideRecording({ isWanted, isAlone: false, people, recorderPeerId: recorder, segments, silences })
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
