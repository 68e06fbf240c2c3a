import type { TextKey } from '@saathi/contract/texts'
import type { VideoRoom } from '@saathi/contract/video/entities'
import { useState, useEffect } from 'react'
import { useUnread } from '#chat/public.ts'
import { useText } from '#core/i18n/texts.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { CallHead, useInertBackground } from './head.tsx'
import css from './call-screen.module.css'
import captionBarCss from './caption-bar.module.css'
import type { Call, Tile, Caption } from '../engine/call-snapshot.ts'
import { supportOf } from '../engine/support.ts'
import { ChatPanel } from './chat-panel.tsx'
import { Notes, useNotes } from './notes.tsx'
import { useShortcuts } from './shortcuts.ts'
import { Sounds, Tiles } from './tiles.tsx'
import { Toolbar, useIsWide } from './toolbar.tsx'
import type { ToolName } from './tools.ts'
import { useSnapshot, useStay, useWasRecorded, useConsent } from './use-call.ts'
import { usePanels } from './use-panels.ts'
import { useTools } from './use-tools.ts'
import { AlonePanel } from '../ring/alone-panel.tsx'
import { RingingView } from '../ring/ringing-view.tsx'
import { useCallStatus } from '../ring/use-call-status.ts'
import { useRecordingNote } from './recording-note.tsx'
import { useView } from './use-view.ts'

type BuiltInStageProps = {
  call: Call
  room: VideoRoom
  /** Whether the person agreed to the recording before joining. */
  consent: boolean
  /** `isCancelled`: before anybody answered. */
  onLeft: (isCancelled: boolean) => void
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
  const status = useCallStatus(room.room, snapshot.tiles.length)
  const callRef = useInertBackground()
  useStay(room.room, snapshot)
  const isRinging = status?.ring?.state === 'ringing' && status.ring.isMine && snapshot.tiles.length < 2

  async function handleLeave() {
    if (isLeaving) return
    setLeaving(true)
    await call.leave()
    onLeft(isRinging)
  }

  const tools = useTools({
    call,
    snapshot,
    view,
    consent,
    wasRecorded,
    support,
    showNote,
    unread: useUnread(room.channel),
    onCaptions: toggleCaptions,
    onLeave: () => void handleLeave(),
  })

  const { Panels } = usePanels(view, showNote)
  const recordingNote = useRecordingNote({
    recording: snapshot.recording,
    isAlone: snapshot.tiles.length < 2,
    onRefuse: () => tools.consent.act(),
  })

  function handleTool(name: ToolName) {
    const { reason, act } = tools[name]
    if (reason === undefined) act()
    else showNote(reason)
  }
  useShortcuts(view.areShortcutsOn && !view.isPanelOpen && !isLeaving, handleTool)

  if (isLeaving)
    return (
      <section ref={callRef} className={css.call} aria-label={room.title}>
        <LoadingBeads label={t('call.leaving')} className={css.waiting} />
      </section>
    )
  const { tiles, recording, captions, isCaptioning, devices } = snapshot
  const isAlone = tiles.length === 1
  const aloneUntil = isAlone ? (status?.aloneUntil ?? null) : null
  const hasChat = view.isChatOpen && !isRinging
  return (
    <section
      ref={callRef}
      className={css.call}
      aria-label={hasChat ? t('video.title') : room.title}
      data-chat={hasChat || undefined}
    >
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
        ) : isRinging ? (
          <RingingView room={room} people={status?.ring?.people ?? []} camera={tiles.find(({ isMe }) => isMe)?.camera ?? null} />
        ) : aloneUntil !== null && status ? (
          <AlonePanel
            room={room}
            status={status}
            until={aloneUntil}
            wasRecorded={wasRecorded}
            onLeave={() => void handleLeave()}
          />
        ) : (
          <Tiles tiles={tiles} view={view} />
        )}
        {isAlone && !isRinging && aloneUntil === null && <p className={css.alone}>{t('call.alone')}</p>}
        <Notes notes={recordingNote ? [recordingNote, ...notes] : notes} />
        {/* A browser without speech recognition always shows the captions of others. */}
        {(isCaptioning || !support.captions) && <CaptionBar captions={captions} />}
      </div>
      {hasChat && <ChatPanel channel={room.channel} onClose={() => view.setChatOpen(false)} />}
      <Toolbar
        isRinging={isRinging}
        tools={tools}
        onTool={handleTool}
        isMoreOpen={view.isPanelOpen}
        onMore={() => view.openPanel('more')}
      />
      <Sounds tiles={tiles} speaker={devices.chosen.speaker} attempt={silenceAttempt} onBlocked={onBlocked} />
      <Announcer tiles={tiles} />
      {Panels && (
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
      )}
    </section>
  )
}

const keys: Readonly<Record<CallChange['kind'], TextKey>> = {
  came: 'call.told.came',
  left: 'call.told.left',
  hand: 'call.tile.hand',
  shares: 'call.told.shares',
}

/** Announces joins, leaves, raised hands and shared screens to screen readers. */
function Announcer({ tiles }: { tiles: readonly Tile[] }) {
  const t = useText()
  const [previous, setPrevious] = useState(tiles)
  const [announced, setAnnounced] = useState<readonly CallChange[]>([])
  if (previous !== tiles) {
    setPrevious(tiles)
    const changes = changesBetween(previous, tiles)
    if (changes.length > 0) setAnnounced(changes)
  }
  return (
    <p className="sr" role="status">
      {announced.map(({ kind, name }) => t(keys[kind], { name })).join(' ')}
    </p>
  )
}

type CallChange = { kind: 'came' | 'left' | 'hand' | 'shares'; name: string }

/** Changes among the other participants, for screen readers. */
function changesBetween(before: readonly Tile[], after: readonly Tile[]): CallChange[] {
  const changes: CallChange[] = []
  for (const { peerId, name, isMe, state } of after) {
    if (isMe) continue
    const was = before.find((tile) => tile.peerId === peerId)
    if (!was) changes.push({ kind: 'came', name })
    if (state.hand && !was?.state.hand) changes.push({ kind: 'hand', name })
    if (state.screen && !was?.state.screen) changes.push({ kind: 'shares', name })
  }
  for (const { peerId, name, isMe } of before)
    if (!isMe && !after.some((tile) => tile.peerId === peerId)) changes.push({ kind: 'left', name })
  return changes
}

const SHOWN = 2
/** Long enough to read, short enough not to look current. */
const GONE_AFTER_MS = 8_000

/** Not announced: screen reader users hear the voices themselves. */
function CaptionBar({ captions }: { captions: readonly Caption[] }) {
  const t = useText()
  const newest = captions.at(-1)?.id ?? null
  const [hidden, setHidden] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setHidden(newest), GONE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [newest])
  if (newest === null || newest === hidden) return null
  return (
    <div className={captionBarCss.captions} role="log" aria-live="off" aria-label={t('call.captions')}>
      {captions.slice(-SHOWN).map(({ id, name, text }) => (
        <p key={id} dir="auto">
          <b>{t('call.captions.said', { name })}</b> {text}
        </p>
      ))}
    </div>
  )
}
