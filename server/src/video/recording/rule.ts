import type { RecordingState } from '@saathi/contract/video/entities'
import { SEGMENTS_MAX } from '@saathi/contract/video/recording-calls'

/** Why a segment ended before it was complete. */
type CutReason = 'refused' | 'switched_off' | 'recorder_left' | 'alone'

export type Participant = {
  peerId: string
  order: number
  canRecord: boolean
  /** Whether the participant has agreed and not withdrawn it. No answer counts as no. */
  hasAgreed: boolean
}

export type Situation = {
  isWanted: boolean
  /** The others have left: there is nothing to record. */
  isAlone: boolean
  people: readonly Participant[]
  /** The recorder of the open segment, if any. */
  recorderPeerId: string | null
  /** The number of segments of this recording. */
  segments: number
  /** How often each peer was chosen as recorder and sent nothing. */
  silences: ReadonlyMap<string, number>
}

export type Decision = {
  state: RecordingState
  /** The recorder from now on, possibly unchanged; null: nobody. */
  recorderPeerId: string | null
  /** Why the open segment ends now; null if it continues or there is none. */
  cut: CutReason | null
  /** Nobody is present: the recording is complete. */
  isOver: boolean
}

/** The only place that decides when to record: while it is wanted, someone is present, and everyone present has agreed. */
export function decideRecording({ isWanted, isAlone, people, recorderPeerId, segments, silences }: Situation): Decision {
  const stop = (state: RecordingState, why: CutReason): Decision => ({
    state,
    recorderPeerId: null,
    cut: recorderPeerId === null ? null : why,
    isOver: people.length === 0,
  })
  if (people.length === 0) return stop(isWanted ? 'waiting' : 'off', 'recorder_left')
  if (!isWanted) return stop('off', 'switched_off')
  if (isAlone) return stop('waiting', 'alone')
  if (!people.every(({ hasAgreed }) => hasAgreed)) return stop('waiting', 'refused')
  const able = people.filter(({ canRecord }) => canRecord)
  const going = { state: 'running', isOver: false } as const
  if (able.some(({ peerId }) => peerId === recorderPeerId)) return { ...going, recorderPeerId, cut: null }
  const next = segments < SEGMENTS_MAX ? pickRecorder(able, silences) : undefined
  if (!next) return stop('waiting', 'recorder_left')
  return { ...going, recorderPeerId: next.peerId, cut: recorderPeerId === null ? null : 'recorder_left' }
}

/** Chooses the participant who failed least often as recorder; of several, the first to join. */
function pickRecorder(able: readonly Participant[], silences: Situation['silences']): Participant | undefined {
  const silencesOf = ({ peerId }: Participant) => silences.get(peerId) ?? 0
  return able.toSorted((one, other) => silencesOf(one) - silencesOf(other) || one.order - other.order)[0]
}
