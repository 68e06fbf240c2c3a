import type { VideoRoom } from '@saathi/contract/video/entities'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { usePageShown } from '#core/second-press.ts'
import { lazySlots } from '#core/slots.ts'
import { serverNow } from '#core/server-time.ts'
import { Failed } from '#core/ui/failed.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { CallEnded } from './call-ended.tsx'
import { type CallScreenProps, type CallState, type EndReason, type Phase, stateOf } from '../call-state.ts'
import { ConsentPrompt } from './consent-prompt.tsx'
import { enterCall } from '../in-call.ts'
import { roomQuery } from '../queries.ts'
import { forgetCall, readStoredCall } from '../stored-call.ts'
import { RingOutcome } from '../ring/ring-outcome.tsx'
import { NoAccessCard, VisitCard } from './visit-card.tsx'

const parts = lazySlots<{ screen: ComponentType<CallScreenProps> }>()
parts.add('screen', async () => (await import('../stage/call-screen.tsx')).CallScreen)

/** A call from its link to its end. `id`: the room id, or the sessionUuid of an event. */
export function CallFlow({ id }: { id: string }) {
  const router = useRouter()
  const { data: room, error, refetch } = useQuery(roomQuery(id))
  const [phase, setPhase] = useState<Phase>({ is: 'before' })
  const storedConsent = (room && readStoredCall(room.room, serverNow())?.consent) ?? null
  const state = stateOf({ room, error, phase, storedConsent })
  // From here on only the call itself can end it.
  if (state.is === 'calling' && phase.is === 'before') setPhase({ is: 'in', consent: state.consent })
  usePageShown(state.is)
  usePollUntilOpen(state.is === 'early' ? state.room : null, refetch)

  async function reload() {
    setPhase({ is: 'reading' })
    await refetch()
    setPhase({ is: 'before' })
  }

  async function handleConsent(consent: boolean) {
    if (room?.engine?.kind === 'jitsi') {
      setPhase({ is: 'reading' })
      // Refetch the Jitsi token: it contains the right to record, and the old one was issued before the answer.
      await refetch()
    }
    setPhase({ is: 'in', consent })
  }

  function handleEnded({ reason }: { reason: EndReason }) {
    if (room && reason === 'cancelled') {
      forgetCall(room.room)
      return void router.navigate({ to: '/chat/messenger', search: { channel: room.channel }, replace: true })
    }
    // After leaving or being removed, ask for consent again before the next join.
    if (room && reason !== 'failed') forgetCall(room.room)
    setPhase({ is: 'over', reason })
  }

  function handleRefused(code: string) {
    if (code === 'video.full') return handleEnded({ reason: 'full' })
    // Refetch: the room's visit status comes from the server's clock.
    if (code === 'video.early' || code === 'video.late') return void reload()
    return setPhase({ is: 'refused', code })
  }

  return (
    <CallView
      id={id}
      state={state}
      onAgain={() => void reload()}
      onConsent={(consent) => void handleConsent(consent)}
      onEnded={handleEnded}
      onRefused={handleRefused}
    />
  )
}

type CallViewProps = Pick<CallScreenProps, 'onEnded' | 'onRefused'> & {
  id: string
  state: CallState
  onAgain: () => void
  onConsent: (consent: boolean) => void
}

function CallView({ id, state, onAgain, onConsent, onEnded, onRefused }: CallViewProps) {
  const t = useText()
  switch (state.is) {
    case 'loading':
      return <LoadingBeads label={t('video.loading')} />
    case 'failed':
      return (
        <Failed
          level={1}
          title={t('video.failed')}
          text={t(state.error ? errorTextKey(state.error) : 'error.network')}
          retryLabel={t('action.retry')}
          onRetry={onAgain}
        />
      )
    case 'invalid':
    case 'closed':
    case 'off':
      return <NoAccessCard reason={state.is} />
    case 'early':
    case 'late':
      return <VisitCard status={state.is} room={state.room} />
    case 'consent':
      return <ConsentStep id={id} room={state.room} onConsent={onConsent} onRefused={onAgain} />
    case 'calling':
      return <CallStep room={state.room} consent={state.consent} onEnded={onEnded} onRefused={onRefused} />
    case 'ended':
      if (state.reason === 'declined' || state.reason === 'busy' || state.reason === 'unanswered')
        return <RingOutcome room={state.room} outcome={state.reason} />
      return <CallEnded room={state.room} reason={state.reason} onAgain={onAgain} />
  }
}

type ConsentStepProps = { id: string; room: VideoRoom; onConsent: (consent: boolean) => void; onRefused: () => void }

function ConsentStep({ room: { room, channel }, ...props }: ConsentStepProps) {
  // Preload the call screen while the question is read.
  parts.usePart('screen')
  useEffect(() => enterCall(room, false), [room])
  return <ConsentPrompt room={room} channel={channel} {...props} />
}

function CallStep(props: CallScreenProps) {
  const t = useText()
  const { Part: Screen, isLost, isLoading } = parts.usePart('screen')
  const { room } = props.room
  useEffect(() => enterCall(room, true), [room])
  if (Screen) return <Screen {...props} />
  if (!isLost) return <LoadingBeads label={t('video.loading')} />
  return (
    <Failed
      level={1}
      title={t('video.failed')}
      text={t('error.network')}
      retryLabel={t('action.retry')}
      retrying={isLoading}
      retryingLabel={t('action.retrying')}
      onRetry={() => parts.fetchLost()}
    />
  )
}

/** Events can be moved, and clocks are inaccurate: poll while waiting. */
const POLL_EVERY_MS = 10_000
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Calls `onPoll` at the opening time, and regularly before. Null: not waiting. */
function usePollUntilOpen(room: VideoRoom | null, onPoll: () => unknown): void {
  const opensAt = room && Date.parse(room.opensAt)
  useEffect(() => {
    if (opensAt === null) return undefined
    const opening = setTimeout(onPoll, Math.min(LONGEST_TIMER_MS, Math.max(1_000, opensAt - serverNow())))
    const polling = setInterval(onPoll, POLL_EVERY_MS)
    return () => {
      clearTimeout(opening)
      clearInterval(polling)
    }
  }, [opensAt, onPoll])
}
