import type { Channel } from '@saathi/contract/chat/entities'
import { type SentAttachment, TEXT_MAX } from '@saathi/contract/chat/socket'
import type { TextKey } from '@saathi/contract/texts'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { gif as gifIcon, type IconShape, send as sendIcon, smile } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { ChosenFile, FileButton } from './chosen-attachment.tsx'
import { faultOf } from './chosen-file.ts'
import css from './composer.module.css'
import { type Draft, keepDraft, noDraft, recallDraft } from './draft.ts'
import { LinkAhead } from './link-ahead.tsx'
import { MentionList } from './mention-list.tsx'
import { withMentions } from './mention-text.ts'
import { Pickers, type PickerName } from './pickers.tsx'
import { sendMessage } from './sending.ts'
import { useMentions } from './use-mentions.ts'

/** One thing goes with a message: a file, or a GIF. */
export type Enclosed = { file: File } | { gif: SentAttachment }

/** A keyboard that opens unasked would cover what is there to read. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches

/** While a word is being composed, as on Indian keyboards, Enter chooses it. Safari tells only by the 229. */
const isComposing = ({ nativeEvent }: KeyboardEvent) => nativeEvent.isComposing || nativeEvent.keyCode === 229

type ComposerProps = {
  channel: Channel
  me: number
  /** Whoever writes while looking at an older place wants to see it arrive. */
  onSend: () => void
}

export function Composer({ channel, me, onSend }: ComposerProps) {
  const { channelId } = channel
  const t = useText()
  const isAssistant = channel.kind === 'assistant'
  const [draft, setDraft] = useState(() => recallDraft(channelId))
  const [enclosed, setEnclosed] = useState<Enclosed | null>(null)
  const [fault, setFault] = useState<TextKey | null>(null)
  const [picker, setPicker] = useState<PickerName | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const message = withMentions(draft.text, draft.chosen).trim()
  const surplus = message.length - TEXT_MAX
  const maySend = (message !== '' || enclosed !== null) && surplus <= 0

  useEffect(() => {
    if (hasKeyboard()) field.current?.focus()
  }, [])

  function write(next: Draft) {
    setDraft(next)
    keepDraft(channelId, next)
  }
  const mentions = useMentions({ channel, me, draft, field, onWrite: write, isOff: isAssistant })

  function enclose(next: Enclosed) {
    const found = 'file' in next ? faultOf(next.file) : null
    setFault(found)
    setPicker(null)
    if (!found) setEnclosed(next)
    field.current?.focus()
  }

  function handleClear() {
    setEnclosed(null)
    setFault(null)
    field.current?.focus()
  }

  function handlePickerClose() {
    setPicker(null)
    field.current?.focus()
  }

  function handleSubmit(event?: FormEvent) {
    event?.preventDefault()
    if (!maySend) return
    const file = enclosed && 'file' in enclosed ? enclosed.file : null
    const gif = enclosed && 'gif' in enclosed ? enclosed.gif : null
    onSend()
    sendMessage({ channel: channelId, message, file, gif })
    write(noDraft)
    setEnclosed(null)
    setFault(null)
    setPicker(null)
    field.current?.focus()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event) || mentions.handleKey(event)) return
    if (event.key === 'Escape' && picker) setPicker(null)
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    handleSubmit()
  }

  function insert(emoji: string) {
    const from = field.current?.selectionStart ?? draft.text.length
    const to = field.current?.selectionEnd ?? from
    write({ ...draft, text: draft.text.slice(0, from) + emoji + draft.text.slice(to) })
    requestAnimationFrame(() => field.current?.setSelectionRange(from + emoji.length, from + emoji.length))
  }

  const pickerButton = (name: PickerName, icon: IconShape, label: string) => (
    <IconButton
      icon={icon}
      iconSize={22}
      label={label}
      aria-expanded={picker === name}
      onClick={() => setPicker(picker === name ? null : name)}
    />
  )

  return (
    <form className={css.composer} aria-label={t('chat.compose')} onSubmit={handleSubmit}>
      {fault && (
        <Note tone="bad" live="alert">
          {t(fault)}
        </Note>
      )}
      {surplus > 0 && (
        <Note tone="bad" live="status">
          {t('chat.tooLong', { count: surplus })}
        </Note>
      )}
      {enclosed && <ChosenFile enclosed={enclosed} onClear={handleClear} />}
      {enclosed && message === '' && (
        <Note tone="info" live="status">
          {t('chat.file.cannotDelete')}
        </Note>
      )}
      <LinkAhead text={draft.text} />
      {picker && <Pickers name={picker} onEmoji={insert} onGif={(gif) => enclose({ gif })} onClose={handlePickerClose} />}
      <MentionList {...mentions} />
      <div className={css.field}>
        {!isAssistant && pickerButton('emoji', smile, t('chat.emoji'))}
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          className={css.text}
          aria-label={t('chat.message')}
          aria-invalid={surplus > 0 || undefined}
          {...mentions.fieldProps}
          placeholder={t('chat.placeholder')}
          enterKeyHint="send"
          value={draft.text}
          onChange={({ target }) => write({ ...draft, text: target.value })}
          onKeyDown={handleKeyDown}
          onSelect={mentions.handleSelect}
        />
        {!isAssistant && pickerButton('gif', gifIcon, t('chat.gif'))}
        {!isAssistant && <FileButton onChoose={(file) => enclose({ file })} />}
        <IconButton
          type="submit"
          kind="primary"
          icon={sendIcon}
          label={t('chat.send')}
          className={css.send}
          disabled={!maySend}
        />
      </div>
    </form>
  )
}
