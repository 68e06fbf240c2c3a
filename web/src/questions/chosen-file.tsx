import type { StoredFile } from '@saathi/contract/core/stored-file'
import { useCallback } from 'react'
import { dataSize } from '#core/i18n/data-size.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { file as fileIcon } from '#core/ui/icons.ts'
import { shortName } from './short-name.ts'
import css from './upload-question.module.css'

/** What was chosen just now, or kept from before: its picture or its kind, its name, and how large it is. */
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
          <Kept file={file} />
        )}
      </span>
      <span className={css.words}>
        {isNew ? <b title={file.name}>{shortName(file.name)}</b> : <Link file={file} />}
        <span>{isNew ? dataSize(file.size, language) : t('questions.sentBefore')}</span>
      </span>
    </div>
  )
}

/** Painted from memory; the address lasts as long as the picture stands here. */
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

function Kept({ file }: { file: StoredFile }) {
  return file.thumbnailUrl ? <img src={file.thumbnailUrl} alt="" /> : <Icon of={fileIcon} size={28} />
}

function Link({ file }: { file: StoredFile }) {
  return (
    <a href={file.url} target="_blank" rel="noopener" title={file.name}>
      {shortName(file.name)}
    </a>
  )
}
