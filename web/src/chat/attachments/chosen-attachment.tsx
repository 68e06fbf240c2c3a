import type { SentAttachment } from '@saathi/contract/chat/socket'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { attach, close, file as fileIcon, gif as gifIcon } from '#core/ui/icons.ts'
import { acceptedFiles, shortName } from './chosen-file.ts'
import css from '../write/composer.module.css'

/** A message has at most one attachment: a file or a GIF. */
export type Attached = { file: File } | { gif: SentAttachment }

export function FileButton({ onChoose }: { onChoose: (file: File) => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0]
    // So that the same file can be chosen again after it was cleared.
    target.value = ''
    if (chosen) onChoose(chosen)
  }

  return (
    <>
      <input ref={input} type="file" hidden accept={acceptedFiles} aria-label={t('chat.file.choose')} onChange={handleChange} />
      <IconButton icon={attach} iconSize={22} label={t('chat.file.attach')} onClick={() => input.current?.click()} />
    </>
  )
}

export function ChosenFile({ attached, onClear }: { attached: Attached; onClear: () => void }) {
  const t = useText()
  const isLight = useDataLight()
  const name = 'file' in attached ? attached.file.name : (attached.gif.name ?? t('chat.gif'))
  return (
    <div className={css.chosen}>
      {'gif' in attached ? (
        isLight ? (
          <Icon of={gifIcon} size={24} />
        ) : (
          <img src={attached.gif.url} alt="" />
        )
      ) : attached.file.type.startsWith('image/') ? (
        <OwnPicture key={`${attached.file.name} ${attached.file.lastModified}`} file={attached.file} />
      ) : (
        <Icon of={fileIcon} size={24} />
      )}
      <b title={name}>{shortName(name)}</b>
      <IconButton icon={close} label={t('chat.file.clear', { name })} onClick={onClear} />
    </div>
  )
}

function OwnPicture({ file }: { file: File }) {
  const [isDrawable, setIsDrawable] = useState(true)
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    if (picture.current) picture.current.src = made
    return () => URL.revokeObjectURL(made)
  }, [file])
  // Not every browser can show every kind, for example HEIC; then only the name is shown.
  return isDrawable ? <img ref={picture} alt="" onError={() => setIsDrawable(false)} /> : <Icon of={fileIcon} size={24} />
}
