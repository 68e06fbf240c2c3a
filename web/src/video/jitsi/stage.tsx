import { useRef, useState } from 'react'
import { useUnread } from '#chat/public.ts'
import { isDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { Sheet } from '#core/ui/overlay/dialog.tsx'
import type { CallScreenProps } from '../call-state.ts'
import { ChatPanel } from '../stage/chat-panel.tsx'
import { CallHead, ChatButton, useInertBackground } from '../stage/head.tsx'
import css from '../stage/call-screen.module.css'
import { ForgetPanel } from '../panels/download-panel.tsx'
import type { JitsiEngine } from './api.ts'
import { type CallNote, Notes } from '../stage/notes.tsx'
import panelsCss from '../panels/panels.module.css'
import { useCallEvents, useWasRecorded, useConsent } from '../stage/use-call.ts'
import { useJitsi } from './use-jitsi.ts'
import { consentTool } from '../stage/use-tools.ts'

type JitsiStageProps = CallScreenProps & { engine: JitsiEngine }

/** The call in an embedded Jitsi; consent and the recording indicator are ours. */
export function JitsiStage(props: JitsiStageProps) {
  const [attempt, setAttempt] = useState(0)
  return <JitsiCall key={`${props.room.room} ${attempt}`} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function JitsiCall({ onAgain, ...props }: JitsiStageProps & { onAgain: () => void }) {
  const t = useText()
  const { room } = props
  const parent = useRef<HTMLDivElement>(null)
  const { socket, recording, participantId, isLoaded, hasFailed } = useJitsi({ ...props, parent })
  const consent = useConsent(room.room, props.consent)
  const wasRecorded = useWasRecorded(recording)
  const [message, setMessage] = useState(() => (isDataLight() ? t('light.call.jitsi') : null))
  const [isForgetOpen, setForgetOpen] = useState(false)
  const [isChatOpen, setChatOpen] = useState(false)
  const unread = useUnread(room.channel)
  const callRef = useInertBackground()
  useCallEvents(room.room, participantId)

  const view = { openPanel: () => setForgetOpen(true), closePanel: () => setForgetOpen(false) }
  const consentButton = consentTool(t, { consent, showNote: setMessage, wasRecorded, view })
  const notes: (CallNote | false)[] = [
    socket === 'lost' && { id: 'connection', text: t('call.lineLost') },
    message !== null && { id: 'message', text: message, onDismiss: () => setMessage(null) },
  ]

  function handleForgotten(text: string | null) {
    view.closePanel()
    setMessage(text)
  }

  return (
    <section
      ref={callRef}
      className={css.call}
      aria-label={isChatOpen ? t('video.title') : room.title}
      data-chat={isChatOpen || undefined}
    >
      <CallHead room={room} recording={recording} wasRecorded={wasRecorded} announces>
        <ChatButton isOpen={isChatOpen} unread={unread} onToggle={() => setChatOpen(!isChatOpen)} />
        <button type="button" className={css.consent} onClick={consentButton.act}>
          {consentButton.label}
        </button>
      </CallHead>
      <div className={css.stage}>
        <div ref={parent} className={css.engine} />
        {hasFailed ? (
          <div className={css.failed}>
            <Failed
              level={2}
              title={t('call.jitsi.failed')}
              text={t('error.network')}
              retryLabel={t('action.retry')}
              onRetry={onAgain}
            />
          </div>
        ) : (
          !isLoaded && <LoadingBeads label={t('call.jitsi.loading')} className={css.waiting} />
        )}
        <Notes notes={notes.filter((note) => note !== false)} />
      </div>
      {isChatOpen && <ChatPanel channel={room.channel} onClose={() => setChatOpen(false)} />}
      <Sheet open={isForgetOpen} onClose={view.closePanel} title={t('call.forget.title')} closeLabel={t('call.close')}>
        <div className={panelsCss.panel}>
          <ForgetPanel consent={consent} onDone={handleForgotten} />
        </div>
      </Sheet>
    </section>
  )
}
