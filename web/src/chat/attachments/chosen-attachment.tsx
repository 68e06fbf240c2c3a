import type { SentAttachment } from '@saathi/contract/chat/socket'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { attach, gif as gifIcon } from '#core/ui/further-icons.ts'
import { close, file as fileIcon, plus } from '#core/ui/icons.ts'
import { acceptedFiles, FILES_MAX, shortName } from './chosen-file.ts'
import css from '../write/composer.module.css'

/** Files, of which each becomes a message, or a GIF. */
export type Attached = { files: readonly File[] } | { gif: SentAttachment }

type FileButtonProps = {
  onChoose: (files: readonly File[]) => void
  /** Shown as a tile next to already chosen files. */
  isTile?: boolean
}

export function FileButton({ onChoose, isTile = false }: FileButtonProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(target.files ?? [])]
    // Reset, so that the same file can be chosen again after it was cleared.
    target.value = ''
    if (chosen.length > 0) onChoose(chosen)
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedFiles}
        aria-label={t(isTile ? 'chat.file.add' : 'chat.file.choose')}
        onChange={handleChange}
      />
      {isTile ? (
        <button type="button" className={css.add} onClick={() => input.current?.click()}>
          <Icon of={plus} />
          {t('chat.file.add')}
        </button>
      ) : (
        <IconButton icon={attach} iconSize={22} label={t('chat.file.attach')} onClick={() => input.current?.click()} />
      )}
    </>
  )
}

type ChosenProps = { attached: Attached; onChange: (next: Attached | null) => void; onAdd: (files: readonly File[]) => void }

/** One file or GIF as a row, several files as tiles. */
export function Chosen({ attached, onChange, onAdd }: ChosenProps) {
  if ('gif' in attached) return <ChosenOne attached={attached} onClear={() => onChange(null)} />
  const [file] = attached.files
  if (attached.files.length === 1 && file) return <ChosenOne attached={{ file }} onClear={() => onChange(null)} />
  return (
    <ul className={css.tray}>
      {attached.files.map((each) => (
        <Tile
          key={`${each.name} ${each.size} ${each.lastModified}`}
          file={each}
          onClear={() => onChange({ files: attached.files.filter((other) => other !== each) })}
        />
      ))}
      {attached.files.length < FILES_MAX && (
        <li>
          <FileButton isTile onChoose={onAdd} />
        </li>
      )}
    </ul>
  )
}

function Tile({ file, onClear }: { file: File; onClear: () => void }) {
  const t = useText()
  return (
    <li className={css.tile} title={file.name}>
      {file.type.startsWith('image/') ? (
        <OwnPicture file={file} />
      ) : (
        <>
          <Icon of={fileIcon} size={24} />
          <small>{shortName(file.name)}</small>
        </>
      )}
      <IconButton icon={close} label={t('chat.file.clear', { name: file.name })} className={css.remove} onClick={onClear} />
    </li>
  )
}

function ChosenOne({ attached, onClear }: { attached: { file: File } | { gif: SentAttachment }; onClear: () => void }) {
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
    const url = URL.createObjectURL(file)
    if (picture.current) picture.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  // Not every browser can show every kind, for example HEIC; then only the name is shown.
  return isDrawable ? <img ref={picture} alt="" onError={() => setIsDrawable(false)} /> : <Icon of={fileIcon} size={24} />
}
