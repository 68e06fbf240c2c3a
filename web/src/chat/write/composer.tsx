import type { Channel } from '@saathi/contract/chat/entities'
import { TEXT_MAX } from '@saathi/contract/chat/socket'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ComponentProps,
  lazy,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { isComposing } from '#core/is-composing.ts'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { gif as gifIcon, mic, send as sendIcon, smile } from '#core/ui/further-icons.ts'
import { close, type IconShape, link } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { type Attached, Chosen, FileButton } from '../attachments/chosen-attachment.tsx'
import { withFiles } from '../attachments/chosen-file.ts'
import css from './composer.module.css'
import { type Draft, saveDraft, noDraft, loadDraft } from './draft.ts'
import type { ShownMessage } from '../cache.ts'
import { firstUrl } from '../messages/first-url.ts'
import { QuoteBox, quoteOf } from '../messages/quote.tsx'
import { nameOf } from '../names.ts'
import { MentionList, useMentions } from './mentions.tsx'
import { withMentions } from './mention-text.ts'
import { Pickers, type PickerName } from './pickers.tsx'
import { endTyping, reportTyping, stopTyping } from '../presence.ts'
import { linkPreviewQuery } from '../queries.ts'
import { sendFiles, sendMessage } from './sending.ts'
import type { Recorder } from './recorder.tsx'
import { useDebounced } from './use-debounced.ts'
import { canRecord, type Recording } from './use-recorder.ts'

/** On touch screens, focusing would open the keyboard over the messages. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches

/** Takes files that were dropped on the conversation. */
export type FileTaker = { addFiles: (files: readonly File[]) => void }

type ComposerProps = {
  ref?: Ref<FileTaker>
  channel: Channel
  me: number
  /** Called on sending: a reader who is looking at older messages wants to see the new one arrive. */
  onSend: () => void
  /** The message that is answered. */
  replyTo: ShownMessage | null
  onReplyEnd: () => void
}

export function Composer({ ref, channel, me, onSend, replyTo, onReplyEnd }: ComposerProps) {
  const { channelId } = channel
  const t = useText()
  const isAssistant = channel.kind === 'assistant'
  const [draft, setDraft] = useState(() => loadDraft(channelId))
  const [attached, setAttached] = useState<Attached | null>(null)
  const [fault, setFault] = useState<TextKey | null>(null)
  const [picker, setPicker] = useState<PickerName | null>(null)
  const [isRecording, setRecording] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const message = withMentions(draft.text, draft.chosen).trim()
  const surplus = message.length - TEXT_MAX
  const maySend = (message !== '' || attached !== null) && surplus <= 0

  useEffect(() => {
    if (hasKeyboard()) field.current?.focus()
  }, [])

  // Also on touch screens: somebody who presses Reply is going to write.
  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])

  function write(next: Draft) {
    setDraft(next)
    saveDraft(channelId, next)
  }
  const mentions = useMentions({ channel, me, draft, field, onWrite: write, isOff: isAssistant })

  function handleAttached(next: Attached | null) {
    setAttached(next)
    setFault(null)
    setPicker(null)
    field.current?.focus()
  }

  function addFiles(added: readonly File[]) {
    const before = attached && 'files' in attached ? attached.files : []
    const { files, fault: found } = withFiles(before, added)
    if (files.length > before.length) setAttached({ files })
    setFault(found)
    setPicker(null)
    field.current?.focus()
  }
  useImperativeHandle(ref, () => ({ addFiles }))

  function handlePaste(event: ClipboardEvent) {
    const { files } = event.clipboardData
    // Office programs add a picture of the copied text.
    if (isAssistant || files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
    event.preventDefault()
    addFiles([...files])
  }

  function handlePickerClose() {
    setPicker(null)
    field.current?.focus()
  }

  function handleSubmit(event?: FormEvent) {
    event?.preventDefault()
    if (!maySend) return
    onSend()
    endTyping()
    const sent = { channel: channelId, message, ...(replyTo && { replyTo: quoteOf(replyTo) }) }
    if (attached && 'files' in attached) sendFiles(attached.files, sent)
    else sendMessage({ ...sent, file: null, gif: attached ? attached.gif : null })
    onReplyEnd()
    write(noDraft)
    setAttached(null)
    setFault(null)
    setPicker(null)
    field.current?.focus()
  }

  function handleVoice({ file, voice }: Recording) {
    setRecording(false)
    onSend()
    sendMessage({ channel: channelId, message: '', file, gif: null, voice, ...(replyTo && { replyTo: quoteOf(replyTo) }) })
    onReplyEnd()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent) || mentions.handleKey(event)) return
    if (event.key === 'Escape' && picker) setPicker(null)
    else if (event.key === 'Escape' && replyTo) onReplyEnd()
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

  if (isRecording)
    return (
      <Suspense>
        <LazyRecorder onSend={handleVoice} onClose={() => setRecording(false)} />
      </Suspense>
    )
  const isEmpty = draft.text === '' && attached === null
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
      {replyTo && <ReplyBar channel={channel} me={me} message={replyTo} onCancel={onReplyEnd} />}
      {attached && <Chosen attached={attached} onChange={handleAttached} onAdd={addFiles} />}
      {attached && message === '' && (
        <Note tone="info" live="status">
          {t('chat.file.cannotDelete')}
        </Note>
      )}
      <TypedLinkPreview text={draft.text} />
      {picker && <Pickers name={picker} onEmoji={insert} onGif={(gif) => handleAttached({ gif })} onClose={handlePickerClose} />}
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
          placeholder={t(isAssistant ? 'chat.assistant.placeholder' : 'chat.placeholder')}
          enterKeyHint="send"
          value={draft.text}
          onChange={({ target }) => {
            write({ ...draft, text: target.value })
            if (target.value.trim() === '') stopTyping()
            else if (!isAssistant) reportTyping(channelId)
          }}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
          onSelect={mentions.handleSelect}
        />
        {!isAssistant && pickerButton('gif', gifIcon, t('chat.gif'))}
        {!isAssistant && <FileButton onChoose={addFiles} />}
        {isEmpty && !isAssistant && canRecord() ? (
          <IconButton
            kind="primary"
            icon={mic}
            label={t('chat.voice.record')}
            className={css.send}
            onClick={() => setRecording(true)}
          />
        ) : (
          <IconButton
            type="submit"
            kind="primary"
            icon={sendIcon}
            label={t('chat.send')}
            className={css.send}
            disabled={!maySend}
          />
        )}
      </div>
    </form>
  )
}

/** If its script is lost, the composer comes back. */
function LostRecorder({ onClose }: ComponentProps<typeof Recorder>) {
  useEffect(() => onClose())
  return null
}
const LazyRecorder = lazy(async () => ({
  default: await import('./recorder.tsx').then(
    (part) => part.Recorder,
    () => LostRecorder,
  ),
}))

type ReplyBarProps = { channel: Channel; me: number; message: ShownMessage; onCancel: () => void }

function ReplyBar({ channel, me, message, onCancel }: ReplyBarProps) {
  const t = useText()
  const isMine = message.user_id === me
  const title = isMine ? t('chat.act.replyToYou') : t('chat.act.replyTo', { name: nameOf(channel, message.user_id, t) })
  return (
    <div className={css.about}>
      <QuoteBox quote={quoteOf(message)} channel={channel} me={me} title={title} />
      <IconButton icon={close} label={t('chat.act.cancelReply')} onClick={onCancel} />
    </div>
  )
}

const AFTER_TYPING_MS = 2_000
const BEFORE_FETCHING_MS = 700

/** Preview of the first link before it is sent. The server caches it for the message. */
function TypedLinkPreview({ text }: { text: string }) {
  const t = useText()
  const typed = firstUrl(useDebounced(text, AFTER_TYPING_MS))
  const url = useDebounced(typed, BEFORE_FETCHING_MS)
  const { data } = useQuery({ ...linkPreviewQuery(url ?? ''), enabled: url !== null })
  if (!url || !data?.title || firstUrl(text) !== url) return null
  return (
    <div className={css.ahead} role="group" aria-label={t('chat.link.preview')}>
      <Icon of={link} />
      <span dir="auto">
        <b>{data.title}</b>
        {data.description && <small>{data.description}</small>}
      </span>
    </div>
  )
}
