import type { VideoRoom } from '@saathi/contract/video/entities'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { BuiltInStage } from './built-in-stage.tsx'
import type { CallScreenProps } from '../call-state.ts'
import css from './call-screen.module.css'
import { useOpenCall } from './use-call.ts'

/** Without its script, the call ends as failed. */
const JitsiStage = lazy(async () => ({
  default: await import('../jitsi/stage.tsx').then(
    (part) => part.JitsiStage,
    () => Nothing,
  ),
}))

/** Chooses the stage for the engine. Presence, consent and recording work the same with both. */
export function CallScreen(props: CallScreenProps) {
  const { engine } = props.room
  if (engine === null) return <Nothing onEnded={props.onEnded} />
  if (engine.kind === 'jitsi')
    return (
      <Suspense fallback={<Waiting room={props.room} />}>
        <JitsiStage {...props} engine={engine} />
      </Suspense>
    )
  return <BuiltIn key={props.room.room} {...props} />
}

function BuiltIn({ room, consent, onEnded, onRefused }: CallScreenProps) {
  const call = useOpenCall(room, { onEnded, onRefused })
  if (!call) return <Waiting room={room} />
  return (
    <BuiltInStage
      call={call}
      room={room}
      consent={consent}
      onLeft={(isCancelled) => onEnded({ reason: isCancelled ? 'cancelled' : 'left' })}
    />
  )
}

function Waiting({ room }: { room: VideoRoom }) {
  const t = useText()
  return (
    <section className={css.call} aria-label={room.title}>
      <LoadingBeads label={t('call.jitsi.loading')} className={css.waiting} />
    </section>
  )
}

/** The room closed between the consent question and the call. */
function Nothing({ onEnded }: Pick<CallScreenProps, 'onEnded'>) {
  const end = useEffectEvent(() => onEnded({ reason: 'failed' }))
  useEffect(() => end(), [])
  return null
}
