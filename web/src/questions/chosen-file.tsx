import type { StoredFile } from '@saathi/contract/core/stored-file'
import { useCallback } from 'react'
import { dataSize } from '#core/i18n/data-size.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { file as fileIcon } from '#core/ui/icons.ts'
import { shortName } from './short-name.ts'
import css from './upload-question.module.css'

/** A file chosen now or stored earlier: its picture or icon, its name and its size. */
export function ChosenFile({ file }: { file: File | StoredFile }) {
  const t = useText()
  const language = useLanguage()
  const isNew = file instanceof File
  return (
    <div className={css.chosen}>
      <span className={css.thumb}>
        {isNew ? (
          file.type.startsWith('image/') ? (
            <Preview file={file} />
          ) : (
            <Icon of={fileIcon} size={28} />
          )
        ) : (
          <StoredPreview file={file} />
        )}
      </span>
      <span className={css.words}>
        {isNew ? <b title={file.name}>{shortName(file.name)}</b> : <Link file={file} />}
        <span>{isNew ? dataSize(file.size, language) : t('questions.sentBefore')}</span>
      </span>
    </div>
  )
}

/** Shown from memory; the object URL is revoked with the picture. */
function Preview({ file }: { file: File }) {
  const paint = useCallback(
    (picture: HTMLImageElement | null) => {
      if (!picture) return
      const url = URL.createObjectURL(file)
      picture.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return <img ref={paint} alt="" />
}

function StoredPreview({ file }: { file: StoredFile }) {
  return file.thumbnailUrl ? <img src={file.thumbnailUrl} alt="" /> : <Icon of={fileIcon} size={28} />
}

function Link({ file }: { file: StoredFile }) {
  return (
    <a href={file.url} target="_blank" rel="noopener" title={file.name}>
      {shortName(file.name)}
    </a>
  )
}
