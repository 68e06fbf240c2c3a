import type { StoredFile } from '@saathi/contract/core/stored-file'
import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { checkFile, type UploadRule, uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import { type ChangeEvent, type DragEvent, type Ref, useEffect, useEffectEvent, useRef, useState, useCallback } from 'react'
import { dataSize } from '#core/i18n/data-size.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { buttonClass } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { useControl } from '#core/ui/form/field.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { file as fileIcon, image as imageIcon, trash } from '#core/ui/icons.ts'
import { shrinkPicture } from '#core/ui/picture/file.ts'
import type { ControlProps } from '../control-props.ts'
import { type DraftValue, isStored } from '../draft.ts'
import { shortName } from './short-name.ts'
import css from './question.module.css'

const MB = 1024 * 1024

const fileIn = (value: DraftValue) => (value instanceof File || isStored(value) ? value : undefined)

export function UploadQuestion({ question, value, onChange, onRefuse }: ControlProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const rule = uploadRuleOf(typeOf(question))
  const chosen = fileIn(value)
  const shrinking = useShrinking(rule, onChange, () => rule && onRefuse(rule.tooLarge))
  if (!rule) return null

  function acceptFile(file: File | undefined) {
    if (!rule || !file) return
    const problem = checkFile(rule, file)
    shrinking.stop()
    // Camera photos are larger than allowed and than needed.
    if (problem === rule.tooLarge && isPicture(rule)) return shrinking.start(file)
    if (problem) onRefuse(problem)
    else onChange(file)
  }

  function handleChoose(event: ChangeEvent<HTMLInputElement>) {
    acceptFile(event.target.files?.[0])
    // Reset the input, so that choosing the same file again fires a change event.
    event.target.value = ''
  }

  function handleDrag(event: DragEvent, over: boolean) {
    event.preventDefault()
    setOver(over && !question.disabled)
  }

  function handleDrop(event: DragEvent) {
    handleDrag(event, false)
    if (!question.disabled) acceptFile(event.dataTransfer.files[0])
  }

  function handleRemove() {
    shrinking.stop()
    onChange(undefined)
    input.current?.focus()
  }

  return (
    <div
      className={classNames(css.upload, chosen && css.filled, isOver && css.over)}
      onDragOver={(event) => handleDrag(event, true)}
      onDragLeave={(event) => handleDrag(event, false)}
      onDrop={handleDrop}
    >
      {chosen && <ChosenFile file={chosen} />}
      <div className={css.actions}>
        <label className={chosen ? buttonClass({ kind: 'soft', size: 'sm', className: css.replace }) : css.place}>
          <FileInput ref={input} accept={rule.types.join()} onChange={handleChoose} />
          {shrinking.isOn ? (
            <span role="status">{t('questions.shrinking')}</span>
          ) : chosen ? (
            t('questions.replace')
          ) : (
            <Invitation question={question} rule={rule} isOver={isOver} />
          )}
        </label>
        {chosen && <IconButton icon={trash} label={t('questions.remove', { name: chosen.name })} onClick={handleRemove} />}
      </div>
    </div>
  )
}

const isPicture = ({ types }: UploadRule): boolean => types.every((type) => type.startsWith('image/'))

/** Shrinks a photo on the device. Choosing another file, removing it or leaving cancels this. */
function useShrinking(rule: UploadRule | undefined, onDone: (file: File) => void, onFailed: () => void) {
  const [file, setFile] = useState<File | null>(null)
  const maxBytes = rule?.maxBytes ?? 0
  // The answers may have changed since it started: use the current callbacks.
  const handleShrunk = useEffectEvent((smaller: File | null) => {
    setFile(null)
    if (smaller) onDone(smaller)
    else onFailed()
  })
  useEffect(() => {
    if (!file) return
    let isOver = false
    const shrink = async (large: File) => {
      const smaller = await shrinkPicture(large, maxBytes).catch(() => null)
      if (!isOver) handleShrunk(smaller)
    }
    void shrink(file)
    return () => {
      isOver = true
    }
  }, [file, maxBytes])
  return { isOn: file !== null, start: setFile, stop: () => setFile(null) }
}

type FileInputProps = {
  ref: Ref<HTMLInputElement>
  accept: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

function FileInput(props: FileInputProps) {
  // "Required" is part of the question's text: file inputs do not support aria-required.
  const { 'aria-required': _required, ...control } = useControl({})
  return <input {...props} {...control} type="file" className={css.input} />
}

type InvitationProps = { question: Question; rule: UploadRule; isOver: boolean }

function Invitation({ question, rule, isOver }: InvitationProps) {
  const t = useText()
  const megabytes = rule.maxBytes / MB
  const isImage = typeOf(question) !== 'Document'
  const words = t(isImage ? 'questions.chooseImage' : 'questions.choosePdf')
  return (
    <>
      <Icon of={isImage ? imageIcon : fileIcon} size={28} />
      <span className={css.words}>
        <b>{isOver ? t('questions.dropHere') : words}</b>
        <span>{t(isImage ? 'questions.imageLimit' : 'questions.pdfLimit', { megabytes })}</span>
      </span>
      <span className={buttonClass({ kind: 'soft', size: 'sm' })} aria-hidden="true">
        {t('questions.browse')}
      </span>
    </>
  )
}

/** A file chosen now or stored earlier: its picture or icon, its name and its size. */
function ChosenFile({ file }: { file: File | StoredFile }) {
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
