import { HELP_MESSAGE_MAX_LENGTH } from '@saathi/contract/help/entities'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { isComposing } from '#core/is-composing.ts'
import { Field } from '#core/ui/form/field.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { send as sendIcon } from '#core/ui/further-icons.ts'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { newUuid } from '#core/uuid.ts'
import css from './composer.module.css'
import { sendToTeam, storeDraft, readDraft } from './queries.ts'

/** On a phone, Enter is the only key for a new line, and focusing the field would open the keyboard over the messages. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches

export function Composer({ onSent }: { onSent: () => void }) {
  const t = useText()
  const [text, setText] = useState(readDraft)
  const field = useRef<HTMLTextAreaElement>(null)
  const surplus = text.trim().length - HELP_MESSAGE_MAX_LENGTH

  useEffect(() => {
    if (hasKeyboard()) field.current?.focus()
  }, [])

  function handleText(next: string) {
    setText(next)
    storeDraft(next)
  }

  function handleSubmit(event?: FormEvent) {
    event?.preventDefault()
    const body = text.trim()
    field.current?.focus()
    if (body === '' || surplus > 0) return
    sendToTeam({ clientId: newUuid(), body, writtenAt: new Date().toISOString() })
    handleText('')
    onSent()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent) || !hasKeyboard()) return
    event.preventDefault()
    handleSubmit()
  }

  return (
    <form className={css.composer} onSubmit={handleSubmit}>
      <Field
        label={t('help.message')}
        labelHidden
        className={css.field}
        error={surplus > 0 && t('help.tooLong', { count: surplus })}
      >
        <TextArea
          ref={field}
          rows={1}
          className={css.text}
          dir="auto"
          placeholder={t('help.placeholder')}
          value={text}
          onChange={({ target }) => handleText(target.value)}
          onKeyDown={handleKeyDown}
        />
      </Field>
      <IconButton type="submit" kind="primary" icon={sendIcon} label={t('help.send')} className={css.send} />
    </form>
  )
}
