import type { RecordingState } from '@saathi/contract/video/entities'
import { SEGMENTS_MAX } from '@saathi/contract/video/recording-calls'

/** Why a film ended before it was whole. */
export type Cut = 'refused' | 'switched_off' | 'recorder_left'

export type Present = {
  peerId: string
  order: number
  canRecord: boolean
  /** Has said yes, and has not taken it back; who has said nothing has not. */
  hasAgreed: boolean
}

export type Situation = {
  isWanted: boolean
  people: readonly Present[]
  /** The film that is being made, if any. */
  recorderPeerId: string | null
  /** How many films of this sitting there are. */
  segments: number
  /** Who was asked to record and was not heard of, and how often. */
  silences: ReadonlyMap<string, number>
}

export type Decision = {
  state: RecordingState
  /** Who records from now on, the same as before or another; null: nobody. */
  recorderPeerId: string | null
  /** Why the film that was being made ends now; null where it goes on, or there was none. */
  cut: Cut | null
  /** Nobody is there any more: what was recorded is whole. */
  isOver: boolean
}

/** The one place that says when it is recorded: while it is wanted, somebody is there, and everybody there has agreed. */
export function decideRecording({ isWanted, people, recorderPeerId, segments, silences }: Situation): Decision {
  const stop = (state: RecordingState, why: Cut): Decision => ({
    state,
    recorderPeerId: null,
    cut: recorderPeerId === null ? null : why,
    isOver: people.length === 0,
  })
  if (people.length === 0) return stop(isWanted ? 'waiting' : 'off', 'recorder_left')
  if (!isWanted) return stop('off', 'switched_off')
  if (!people.every(({ hasAgreed }) => hasAgreed)) return stop('waiting', 'refused')
  const able = people.filter(({ canRecord }) => canRecord)
  const going = { state: 'running', isOver: false } as const
  if (able.some(({ peerId }) => peerId === recorderPeerId)) return { ...going, recorderPeerId, cut: null }
  const next = segments < SEGMENTS_MAX ? mostTrusted(able, silences) : undefined
  if (!next) return stop('waiting', 'recorder_left')
  return { ...going, recorderPeerId: next.peerId, cut: recorderPeerId === null ? null : 'recorder_left' }
}

/** Who was silent least often, and of those who was there first. */
function mostTrusted(able: readonly Present[], silences: Situation['silences']): Present | undefined {
  const silencesOf = ({ peerId }: Present) => silences.get(peerId) ?? 0
  return able.toSorted((one, other) => silencesOf(one) - silencesOf(other) || one.order - other.order)[0]
}
