import { type ComponentProps, lazy, Suspense, useEffect, useRef } from 'react'
import { loadConversation } from '#chat/public.ts'
import { useText } from '#core/i18n/texts.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { close } from '#core/ui/icons.ts'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './chat-panel.module.css'

type ChatPanelProps = { channel: number; onClose: () => void }
type Conversation = Awaited<ReturnType<typeof loadConversation>>

function Lost({ controls }: ComponentProps<Conversation>) {
  const t = useText()
  return (
    <div className={css.lost}>
      {controls}
      <Note tone="bad">{t('error.network')}</Note>
    </div>
  )
}
const LazyConversation = lazy(async () => ({ default: await loadConversation().catch(() => Lost) }))

/** The conversation that the call belongs to: next to the pictures, or below them on a phone. */
export function ChatPanel({ channel, onClose }: ChatPanelProps) {
  const t = useText()
  const panel = useRef<HTMLElement>(null)

  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])

  const controls = <IconButton icon={close} label={t('call.chat.close')} onClick={onClose} />
  return (
    <aside ref={panel} className={css.chat} aria-label={t('call.chat')} tabIndex={-1} data-call-chat>
      <Suspense fallback={<LoadingBeads label={t('chat.loading')} labelHidden className={css.waiting} />}>
        <LazyConversation channelId={channel} found={null} onChannel={() => undefined} controls={controls} place="call" />
      </Suspense>
    </aside>
  )
}
