import type { Channel } from '@saathi/contract/chat/entities'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { close, search } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { FoundMessages } from '../channels/search-panel.tsx'
import list from '../channels/list.module.css'
import { searchQuery } from '../queries.ts'
import css from './members-panel.module.css'

type SearchHereProps = { channel: Channel; onFound: (message: number) => void; onClose: () => void }

/** Finds words and file names in one conversation. */
export function SearchHere({ channel: { channelId }, onFound, onClose }: SearchHereProps) {
  const t = useText()
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState<number | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { data, isFetching, isError } = useInfiniteQuery({ ...searchQuery(query, channelId), enabled: query !== '' })
  useEffect(() => field.current?.focus(), [])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setQuery(text.trim())
  }

  return (
    <section className={css.panel} aria-label={t('chat.searchHere')}>
      <div className={css.head}>
        <h3>{t('chat.searchHere')}</h3>
        <IconButton icon={close} label={t('chat.search.back')} className={css.close} onClick={onClose} />
      </div>
      <form className={css.search} role="search" onSubmit={handleSubmit}>
        <Field label={t('chat.searchHere')} labelHidden>
          <TextInput
            ref={field}
            value={text}
            placeholder={t('chat.search.placeholder')}
            maxLength={200}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <IconButton type="submit" icon={search} label={t('chat.search')} />
      </form>
      <p className="sr" role="status">
        {isFetching && t('chat.loading')}
      </p>
      {isError && (
        <Note tone="bad" live="alert">
          {t('chat.searchHere.failed')}
        </Note>
      )}
      {query === '' ? (
        <p className={list.none}>{t('chat.searchHere.before')}</p>
      ) : (
        data && (
          <FoundMessages
            text={query}
            within={channelId}
            messages={data.pages.flatMap(({ messages }) => messages)}
            selected={opened === null ? null : { channel: channelId, message: opened }}
            onSelect={({ message }) => {
              setOpened(message)
              if (message !== null) onFound(message)
            }}
          />
        )
      )}
    </section>
  )
}
