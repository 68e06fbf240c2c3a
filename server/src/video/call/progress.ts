import { ALONE_SECONDS, type RingState } from '@saathi/contract/video/entities'

/** The stored progress of a call. */
export type CallProgress = {
  /** Null if nobody rang. */
  ringState: RingState | null
  ringUntil: Date | null
  /** Set while at least two people are in the call. */
  togetherSince: Date | null
  talkedSeconds: number
  /** Set while one person is left behind. */
  aloneSince: Date | null
  endedAt: Date | null
}

export type RingAnswer = 'joined' | 'declined' | 'busy' | null

export type CallFacts = {
  progress: CallProgress
  answers: readonly RingAnswer[]
  presentCount: number
  isRingerPresent: boolean
  /** Somebody was in the call at some time. */
  hasBegun: boolean
  now: Date
}

export type DismissReason = 'alone' | 'declined' | 'busy' | 'unanswered'

/** `dismiss`: the person still in the call leaves for this reason. */
export function nextProgress(facts: CallFacts): { progress: CallProgress; dismiss: DismissReason | null } {
  const { progress, now, hasBegun } = facts
  const ringState = nextRing(facts)
  const hasRungInVain = ringState === 'declined' || ringState === 'busy' || ringState === 'unanswered'
  const ringDismissal = progress.ringState === 'ringing' && hasRungInVain ? ringState : null
  const stayCount = ringDismissal ? 0 : facts.presentCount
  const talk = nextTalk(progress, stayCount, now)
  const isAlone = stayCount === 1 && ringState !== 'ringing' && (ringState !== null || talk.talkedSeconds > 0)
  const aloneSince = isAlone ? (progress.aloneSince ?? now) : null
  const isTooLong = aloneSince !== null && now.getTime() - aloneSince.getTime() >= ALONE_SECONDS * 1_000
  const isOver = isTooLong || (stayCount === 0 && ringState !== 'ringing' && (hasBegun || ringState !== null))
  return {
    progress: {
      ringState,
      ringUntil: progress.ringUntil,
      ...talk,
      aloneSince: isTooLong ? null : aloneSince,
      endedAt: isOver ? (progress.endedAt ?? now) : null,
    },
    dismiss: isTooLong ? 'alone' : ringDismissal,
  }
}

function nextRing({ progress, answers, presentCount, isRingerPresent, hasBegun, now }: CallFacts): RingState | null {
  const { ringState, ringUntil } = progress
  if (ringState === null || ringUntil === null) return null
  if (presentCount > 1 || answers.includes('joined')) return 'answered'
  // The caller's page was reloaded: continue ringing.
  if (ringState === 'cancelled') return isRingerPresent && now < ringUntil ? 'ringing' : 'cancelled'
  if (ringState !== 'ringing') return ringState
  const isOver = now >= ringUntil
  // Until the caller's page has joined, the call continues ringing: the caller could not see the outcome.
  const isAnsweredByAll = answers.length > 0 && answers.every((answer) => answer !== null)
  if (isAnsweredByAll && (hasBegun || isOver)) return answers.includes('declined') ? 'declined' : 'busy'
  if (isOver) return 'unanswered'
  return presentCount === 0 && hasBegun ? 'cancelled' : 'ringing'
}

function nextTalk({ togetherSince, talkedSeconds }: CallProgress, count: number, now: Date) {
  if (count > 1) return { togetherSince: togetherSince ?? now, talkedSeconds }
  if (!togetherSince) return { togetherSince: null, talkedSeconds }
  const seconds = Math.max(1, Math.round((now.getTime() - togetherSince.getTime()) / 1_000))
  return { togetherSince: null, talkedSeconds: talkedSeconds + seconds }
}

/** The total talking time, including a conversation that is still going on. */
export const talkingSeconds = ({ togetherSince, talkedSeconds }: CallProgress, now: Date): number =>
  talkedSeconds + (togetherSince ? Math.max(0, Math.round((now.getTime() - togetherSince.getTime()) / 1_000)) : 0)
