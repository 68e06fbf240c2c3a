import { Link, useLocation } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { readStored, writeStored } from '#core/storage.ts'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { fullScreen, minus } from '#core/ui/further-icons.ts'
import { close, down, plus, up } from '#core/ui/icons.ts'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { Note } from '#core/ui/note.tsx'
import { AllUnread, ChannelColumn } from '../channels/column.tsx'
import { addressOf, type Selected } from '../chat-address.ts'
import css from './widget.module.css'
import { NothingOpen } from './nothing-open.tsx'
import type { OpenChannel } from '../conversation/open-channel.tsx'

const key = 'saathi.chat.widget'

/** If the hub has a third column, the widget starts open there; elsewhere it would cover the page. */
const hasColumn = () => window.matchMedia('(min-width: 1200px)').matches

const Lost = (_props: ComponentProps<typeof OpenChannel>) => <Note tone="bad">{useText()('shell.menuFailed')}</Note>
/** The list is shown first; the conversation's script is loaded with the first channel. */
const LazyChannel = lazy(async () => ({
  default: await import('../conversation/open-channel.tsx').then(
    (part) => part.OpenChannel,
    () => Lost,
  ),
}))

/** On the learning hub: a list, one conversation in its place, or both side by side. */
export function ChatWidget() {
  const t = useText()
  const isHome = useLocation({ select: ({ pathname }) => /^\/learninghub\/?$/i.test(pathname) })
  const [isOpen, setOpen] = useState(() => (readStored(key) ?? (isHome && hasColumn() ? 'open' : 'collapsed')) === 'open')
  const [isExpanded, setExpanded] = useState(false)
  const [selected, setSelected] = useState<Selected | null>(null)
  const [cameFrom, setCameFrom] = useState<number | null>(null)

  const widget = useRef<HTMLElement>(null)
  const [toggled, setToggled] = useState<boolean | null>(null)

  // The pressed button is gone, so move the focus to the one that replaced it.
  useEffect(() => {
    if (toggled !== null && document.activeElement === document.body)
      widget.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
  }, [toggled])

  function toggle(next: boolean) {
    setToggled(next)
    setOpen(next)
    setCameFrom(null)
    writeStored(key, next ? 'open' : 'collapsed')
  }

  function handleBack() {
    setCameFrom(selected?.channel ?? null)
    setSelected(null)
  }

  if (!isOpen) {
    return (
      <aside ref={widget} className={css.widget} aria-label={t('chat.messages')} data-chat-widget>
        <div className={css.bar}>
          <h2>{t('chat.messages')}</h2>
          <AllUnread />
          <IconButton icon={up} label={t('chat.widget.open')} aria-expanded={false} onClick={() => toggle(true)} />
        </div>
      </aside>
    )
  }

  const collapse = <IconButton icon={down} label={t('chat.widget.collapse')} aria-expanded onClick={() => toggle(false)} />
  const controls = (
    <>
      <IconButton
        icon={isExpanded ? minus : plus}
        label={t(isExpanded ? 'chat.widget.shrink' : 'chat.widget.expand')}
        onClick={() => setExpanded(!isExpanded)}
      />
      <Link {...addressOf(selected)} className={css.full} aria-label={t('chat.widget.fullScreen')}>
        <Icon of={fullScreen} />
      </Link>
      <IconButton icon={close} label={t('chat.widget.close')} onClick={() => toggle(false)} />
    </>
  )
  const list = <ChannelColumn selected={selected} onSelect={setSelected} controls={collapse} cameFrom={cameFrom} />
  const conversation = selected && (
    <Suspense fallback={<LoadingBeads label={t('chat.loading')} labelHidden />}>
      <LazyChannel
        key={selected.channel}
        channelId={selected.channel}
        found={selected.message}
        onChannel={(channel) => setSelected({ channel, message: null })}
        onBack={handleBack}
        controls={controls}
      />
    </Suspense>
  )
  return (
    <aside ref={widget} className={css.widget} aria-label={t('chat.messages')} data-chat-widget data-expanded={isExpanded}>
      {isExpanded ? (
        <div className={css.panel}>
          {list}
          {conversation ?? <NothingOpen />}
        </div>
      ) : (
        <div className={css.single}>{conversation ?? list}</div>
      )}
    </aside>
  )
}
