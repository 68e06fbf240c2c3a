import type { VideoRoom } from '@saathi/contract/video/entities'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { lazySlots } from '#core/lazy-slots.ts'
import { serverNow } from '#core/server-time.ts'
import { Failed } from '#core/ui/failed.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { CallEnded } from './call-ended.tsx'
import { forgetCall, recallCall } from './call-memory.ts'
import { type CallState, type EndReason, type Phase, stateOf } from './call-state.ts'
import { ConsentPrompt } from './consent-prompt.tsx'
import { attend } from './in-call.ts'
import { roomQuery } from './queries.ts'
import { useOpening } from './use-opening.ts'
import { DoorCard, VisitCard } from './visit-card.tsx'

export type CallScreenProps = {
  room: VideoRoom
  /** Whether one has agreed to the recording. */
  consent: boolean
  onEnded: (ended: { reason: EndReason }) => void
  /** By the code with which the line was refused. */
  onRefused: (code: string) => void
}

const parts = lazySlots<{ screen: ComponentType<CallScreenProps> }>()
parts.add('screen', async () => (await import('./call-screen.tsx')).CallScreen)

/** One call from its link to its end. `id`: of the room, or the sessionUuid of an event. */
export function CallFlow({ id }: { id: string }) {
  const { data: room, error, refetch } = useQuery(roomQuery(id))
  const [phase, setPhase] = useState<Phase>({ is: 'before' })
  const remembered = (room && recallCall(room.room, serverNow())?.consent) ?? null
  const state = stateOf({ room, error, phase, remembered })
  // From here on nothing but the call itself ends it.
  if (state.is === 'calling' && phase.is === 'before') setPhase({ is: 'in', consent: state.consent })
  useOpening(state.is === 'early' ? state.room : null, refetch)

  async function readAgain() {
    setPhase({ is: 'reading' })
    await refetch()
    setPhase({ is: 'before' })
  }

  async function handleConsent(consent: boolean) {
    if (room?.engine?.kind === 'jitsi') {
      setPhase({ is: 'reading' })
      // What lets one in there says whether one may record, and was made before the answer.
      await refetch()
    }
    setPhase({ is: 'in', consent })
  }

  function handleEnded({ reason }: { reason: EndReason }) {
    // Whoever has left, or may not be here, is asked again before they come in once more.
    if (room && reason !== 'failed') forgetCall(room.room)
    setPhase({ is: 'over', reason })
  }

  function handleRefused(code: string) {
    if (code === 'video.full') return handleEnded({ reason: 'full' })
    // The server knows the time, and says it with the room.
    if (code === 'video.early' || code === 'video.late') return void readAgain()
    return setPhase({ is: 'refused', code })
  }

  return (
    <Shown
      id={id}
      state={state}
      onAgain={() => void readAgain()}
      onConsent={(consent) => void handleConsent(consent)}
      onEnded={handleEnded}
      onRefused={handleRefused}
    />
  )
}

type ShownProps = Pick<CallScreenProps, 'onEnded' | 'onRefused'> & {
  id: string
  state: CallState
  onAgain: () => void
  onConsent: (consent: boolean) => void
}

function Shown({ id, state, onAgain, onConsent, onEnded, onRefused }: ShownProps) {
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
      return <DoorCard door={state.is} />
    case 'early':
    case 'late':
      return <VisitCard status={state.is} room={state.room} />
    case 'consent':
      return <Asking id={id} room={state.room} onConsent={onConsent} onRefused={onAgain} />
    case 'calling':
      return <Calling room={state.room} consent={state.consent} onEnded={onEnded} onRefused={onRefused} />
    case 'ended':
      return <CallEnded room={state.room} reason={state.reason} onAgain={onAgain} />
  }
}

type AskingProps = { id: string; room: VideoRoom; onConsent: (consent: boolean) => void; onRefused: () => void }

function Asking({ room: { room }, ...props }: AskingProps) {
  // On its way while the question is read.
  parts.usePart('screen')
  useEffect(() => attend(room, false), [room])
  return <ConsentPrompt room={room} {...props} />
}

function Calling(props: CallScreenProps) {
  const t = useText()
  const { Part: Screen, isLost, isLoading } = parts.usePart('screen')
  const { room } = props.room
  useEffect(() => attend(room, true), [room])
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
