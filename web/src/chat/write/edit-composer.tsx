import type { Channel } from '@saathi/contract/chat/entities'
import { piecesOf } from '@saathi/contract/chat/mentions'
import { TEXT_MAX } from '@saathi/contract/chat/socket'
import type { TextKey } from '@saathi/contract/texts'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { isComposing } from '#core/is-composing.ts'
import { Button } from '#core/ui/button.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { check, close } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { readAttachments } from '../attachments/read.ts'
import type { ShownMessage } from '../cache.ts'
import { QuoteBox, quoteOf } from '../messages/quote.tsx'
import css from './composer.module.css'
import type { Draft } from './draft.ts'
import { reasonOf, saveEdit } from './gestures.ts'
import { withMentions } from './mention-text.ts'
import { MentionList, useMentions } from './mentions.tsx'

/** As it was typed: a mention is its name, and keeps its id. */
function draftOf(message: string): Draft {
  const pieces = piecesOf(message)
  return {
    text: pieces.map((piece) => ('text' in piece ? piece.text : `@${piece.name}`)).join(''),
    chosen: pieces.flatMap((piece) => ('userId' in piece ? [{ name: piece.name, userId: piece.userId }] : [])),
  }
}

type EditComposerProps = { channel: Channel; me: number; message: ShownMessage; onDone: () => void }

/** Replaces the composer, whose draft stays unchanged. */
export function EditComposer({ channel, me, message, onDone }: EditComposerProps) {
  const t = useText()
  const [draft, setDraft] = useState(() => draftOf(message.message))
  const [fault, setFault] = useState<TextKey | null>(null)
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions({ channel, me, draft, field, onWrite: setDraft, isOff: false })
  const text = withMentions(draft.text, draft.chosen).trim()
  const surplus = text.length - TEXT_MAX
  const maySave = (text !== '' || readAttachments(message.attachments).length > 0) && surplus <= 0 && !isSaving
  const isWarned = fault === 'chat.contact.warn'

  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  async function save(isConfirmed: boolean): Promise<void> {
    if (!maySave) return
    if (text === message.message) return onDone()
    setSaving(true)
    try {
      await saveEdit(message, text, isConfirmed)
      onDone()
    } catch (error) {
      setFault(reasonOf(error))
      setSaving(false)
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void save(false)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent) || mentions.handleKey(event)) return
    if (event.key === 'Escape') return onDone()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void save(false)
  }

  return (
    <form className={css.composer} aria-label={t('chat.act.editing')} onSubmit={handleSubmit}>
      <div className={css.about}>
        <QuoteBox quote={quoteOf(message)} channel={channel} me={me} title={t('chat.act.editing')} />
        <IconButton icon={close} label={t('chat.act.cancelEdit')} onClick={onDone} />
      </div>
      {fault && (
        <Note tone={isWarned ? 'info' : 'bad'} live="alert">
          {t(fault)}{' '}
          {isWarned && (
            <Button kind="quiet" size="sm" onClick={() => void save(true)}>
              {t('chat.act.saveAnyway')}
            </Button>
          )}
        </Note>
      )}
      {surplus > 0 && (
        <Note tone="bad" live="status">
          {t('chat.tooLong', { count: surplus })}
        </Note>
      )}
      <MentionList {...mentions} />
      <div className={css.field}>
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          className={css.text}
          aria-label={t('chat.message')}
          aria-invalid={surplus > 0 || undefined}
          {...mentions.fieldProps}
          enterKeyHint="done"
          value={draft.text}
          onChange={({ target }) => {
            setDraft({ ...draft, text: target.value })
            setFault(null)
          }}
          onKeyDown={handleKeyDown}
          onSelect={mentions.handleSelect}
        />
        <IconButton
          type="submit"
          kind="primary"
          icon={check}
          iconSize={22}
          label={t('chat.act.save')}
          className={css.send}
          disabled={!maySave}
        />
      </div>
    </form>
  )
}
