import type { SentAttachment } from '@saathi/contract/chat/socket'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { close } from '#core/ui/icons.ts'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import css from './pickers.module.css'

export type PickerName = 'emoji' | 'gif'

const Lost = (_props: { onChoose: unknown }) => <p className={css.lost}>{useText()('shell.menuFailed')}</p>
const EmojiPicker = lazy(async () => ({
  default: await import('./emoji-picker.tsx').then(
    (m) => m.EmojiPicker,
    () => Lost,
  ),
}))
const GifPicker = lazy(async () => ({
  default: await import('./gif-picker.tsx').then(
    (m) => m.GifPicker,
    () => Lost,
  ),
}))

type PickersProps = {
  name: PickerName
  onEmoji: (emoji: string) => void
  onGif: (gif: SentAttachment) => void
  onClose: () => void
}

export function Pickers({ name, onEmoji, onGif, onClose }: PickersProps) {
  const t = useText()
  const panel = useRef<HTMLElement>(null)
  // It comes before its button in the document, so keyboard users would not find it.
  useEffect(() => panel.current?.focus(), [])
  const title = t(name === 'emoji' ? 'chat.emoji' : 'chat.gif')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any control inside it
    <section
      ref={panel}
      className={css.panel}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className={css.head}>
        <b>{title}</b>
        <IconButton icon={close} label={t('chat.closePicker')} onClick={onClose} />
      </div>
      <Suspense fallback={<LoadingBeads label={t('chat.loading')} labelHidden />}>
        {name === 'emoji' ? <EmojiPicker onChoose={onEmoji} /> : <GifPicker onChoose={onGif} />}
      </Suspense>
    </section>
  )
}
