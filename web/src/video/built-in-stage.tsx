import type { VideoRoom } from '@saathi/contract/video/entities'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { Announcer } from './announcer.tsx'
import { CallHead } from './call-head.tsx'
import css from './call-screen.module.css'
import { CaptionBar } from './caption-bar.tsx'
import type { Call } from './engine/call-snapshot.ts'
import { supportOf } from './engine/support.ts'
import { Notes } from './notes.tsx'
import { Panels } from './panels.tsx'
import { useShortcuts } from './shortcuts.ts'
import { Sounds } from './sounds.tsx'
import { Tiles } from './tiles.tsx'
import { Toolbar, useIsWide } from './toolbar.tsx'
import type { ToolName } from './tools.ts'
import { useInertBackground } from './use-inert-background.ts'
import { useSnapshot, useStay } from './use-call.ts'
import { useConsent } from './use-consent.ts'
import { useNotes } from './use-notes.tsx'
import { useTools } from './use-tools.ts'
import { useView } from './use-view.ts'
import { useWasRecorded } from './use-was-recorded.ts'

type BuiltInStageProps = {
  call: Call
  room: VideoRoom
  /** Whether the person agreed to the recording before joining. */
  consent: boolean
  onLeft: () => void
}

/** The call screen of the built-in engine. */
export function BuiltInStage({ call, room, consent: answered, onLeft }: BuiltInStageProps) {
  const t = useText()
  const isWide = useIsWide()
  const snapshot = useSnapshot(call)
  const view = useView()
  const consent = useConsent(room.room, answered)
  const wasRecorded = useWasRecorded(snapshot.recording)
  const { notes, showNote, toggleCaptions, silenceAttempt, onBlocked } = useNotes(room.room, call, snapshot)
  const [support] = useState(() => supportOf(window))
  const [isLeaving, setLeaving] = useState(false)
  const cover = useInertBackground()
  useStay(room.room, snapshot)

  async function handleLeave() {
    if (isLeaving) return
    setLeaving(true)
    await call.leave()
    onLeft()
  }

  const tools = useTools({
    call,
    snapshot,
    view,
    consent,
    wasRecorded,
    support,
    showNote,
    onCaptions: toggleCaptions,
    onLeave: () => void handleLeave(),
  })

  function handleTool(name: ToolName) {
    const { reason, act } = tools[name]
    if (reason === undefined) act()
    else showNote(reason)
  }
  useShortcuts(view.hasKeys && !view.isPanelOpen && !isLeaving, handleTool)

  if (isLeaving)
    return (
      <section ref={cover} className={css.call} aria-label={room.title}>
        <LoadingBeads label={t('call.leaving')} className={css.waiting} />
      </section>
    )
  const { tiles, recording, captions, isCaptioning, devices } = snapshot
  const isAlone = tiles.length === 1
  return (
    <section ref={cover} className={css.call} aria-label={room.title}>
      <CallHead room={room} recording={recording} wasRecorded={wasRecorded}>
        {isWide && support.fullScreen && (
          <IconButton
            icon={tools.fullScreen.icon}
            label={tools.fullScreen.label}
            pressed={view.isFullScreen}
            onClick={() => handleTool('fullScreen')}
          />
        )}
      </CallHead>
      <div className={css.stage}>
        {tiles.length === 0 ? (
          <LoadingBeads label={t('call.jitsi.loading')} className={css.waiting} />
        ) : (
          <Tiles tiles={tiles} view={view} />
        )}
        {isAlone && <p className={css.alone}>{t('call.alone')}</p>}
        <Notes notes={notes} />
        {/* A browser without speech recognition always shows the captions of others. */}
        {(isCaptioning || !support.captions) && <CaptionBar captions={captions} />}
      </div>
      <Toolbar tools={tools} onTool={handleTool} isMoreOpen={view.isPanelOpen} onMore={() => view.openPanel('more')} />
      <Sounds tiles={tiles} speaker={devices.chosen.speaker} attempt={silenceAttempt} onBlocked={onBlocked} />
      <Announcer tiles={tiles} />
      <Panels
        call={call}
        snapshot={snapshot}
        room={room}
        view={view}
        tools={tools}
        consent={consent}
        support={support}
        showNote={showNote}
      />
    </section>
  )
}
