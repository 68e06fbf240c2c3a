import type { VideoRoom } from '@saathi/contract/video/entities'
import type { Recording } from '@saathi/contract/video/socket'
import { type ReactNode, useEffect, useState, useCallback } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { openReport } from '#core/report.ts'
import { serverNow } from '#core/server-time.ts'
import { Count } from '#core/ui/count.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { record } from '#core/ui/further-icons.ts'
import { chat, flag } from '#core/ui/icons.ts'
import { useFocusOnShow } from '../use-focus-on-show.ts'
import css from './head.module.css'

type CallHeadProps = {
  room: VideoRoom
  recording: Recording
  wasRecorded: boolean
  /** Nothing else on the page says when the recording starts and stops. */
  announces?: boolean
  children?: ReactNode
}

export function CallHead({ room, recording, wasRecorded, announces = false, children }: CallHeadProps) {
  const t = useText()
  const title = useFocusOnShow()
  const session = room.localeSessionName ?? room.sessionName
  return (
    <header className={css.head}>
      <div className={css.titles}>
        <h1 ref={title} className={css.title} tabIndex={-1} dir="auto">
          {room.title}
        </h1>
        {session && (
          <p className={css.session} dir="auto">
            {session}
          </p>
        )}
      </div>
      <RecordChip recording={recording} wasRecorded={wasRecorded} announces={announces} />
      <IconButton
        icon={flag}
        label={t('safety.report.title', { kind: 'call' })}
        onClick={() => openReport({ kind: 'call', id: room.room }, null)}
      />
      {children}
    </header>
  )
}

type ChatButtonProps = { isOpen: boolean; unread: number; onToggle: () => void }

/** For a call whose toolbar belongs to another engine. */
export function ChatButton({ isOpen, unread, onToggle }: ChatButtonProps) {
  const t = useText()
  return (
    <span className={css.chat}>
      <IconButton icon={chat} label={t('call.chat')} pressed={isOpen} onClick={onToggle} />
      {!isOpen && unread > 0 && (
        <Count className={css.count} value={unread} max={9} label={t('shell.unread', { count: unread })} />
      )}
    </span>
  )
}

/** The recording indicator for everyone. A note says when it starts and pauses. */
function RecordChip({
  recording: { state, since, seconds = 0 },
  wasRecorded,
  announces,
}: Required<Omit<CallHeadProps, 'room' | 'children'>>) {
  const t = useText()
  return (
    <span role={announces ? 'status' : undefined}>
      {state === 'running' ? (
        <span className={css.recording}>
          <Icon of={record} size={16} />
          <span className={css.word}>{t('call.record.running')}</span>
          {since && <Elapsed since={Date.parse(since) - seconds * 1_000} />}
        </span>
      ) : (
        wasRecorded && <span className={css.notRecording}>{t(announces ? 'call.record.stopped' : 'call.record.not')}</span>
      )}
    </span>
  )
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - since) / 1_000))
  return (
    <span className={css.elapsed} aria-hidden="true">
      {`${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`}
    </span>
  )
}

/** Not hidden, so that live regions are still announced. */
const isLiveRegion = (element: Element) =>
  element.matches('script, style, [role=status], [role=alert]') || element.querySelector(':scope > [role=status]') !== null

/** The call covers the page, so the rest must not be reachable by keyboard or screen reader either. */
export function useInertBackground(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element) => {
    if (!element) return undefined
    const covered: Element[] = []
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      for (const sibling of at.parentElement?.children ?? []) {
        if (sibling === at || sibling.hasAttribute('inert') || isLiveRegion(sibling)) continue
        sibling.setAttribute('inert', '')
        covered.push(sibling)
      }
      // Overlays such as a ringing call are siblings of the app root and stay active.
      if (at.parentElement?.id === 'root') break
    }
    return () => covered.forEach((each) => each.removeAttribute('inert'))
  }, [])
}
