import type { Channel } from '@saathi/contract/chat/entities'
import { type DragEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { image } from '#core/ui/icons.ts'
import css from './drop-target.module.css'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** Props for an element on which files can be dropped, and whether the user is dragging files over it. */
export function useDrop(isOn: boolean, onFiles: (files: readonly File[]) => void) {
  // Counts nested elements, because a child's dragenter fires before its parent's dragleave.
  const [depth, setDepth] = useState(0)
  const onlyFiles = (handle: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!isOn || !hasFiles(event)) return
    event.preventDefault()
    handle(event)
  }
  return {
    isOver: isOn && depth > 0,
    props: {
      onDragEnter: onlyFiles(() => setDepth((before) => before + 1)),
      onDragLeave: onlyFiles(() => setDepth((before) => before - 1)),
      onDragOver: onlyFiles(() => undefined),
      onDrop: onlyFiles(({ dataTransfer }) => {
        setDepth(0)
        onFiles([...dataTransfer.files])
      }),
    },
  }
}

/** Hidden from screen readers: files can also be chosen with the button. */
export function DropSign({ channel }: { channel: Channel }) {
  const t = useText()
  return (
    <div className={css.target} aria-hidden="true">
      <Icon of={image} size={32} />
      <b>{t('chat.drop', { name: channel.channelName })}</b>
      <span>{t('chat.drop.limits')}</span>
    </div>
  )
}
