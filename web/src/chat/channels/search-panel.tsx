import type { Channel, FoundMessage } from '@saathi/contract/chat/entities'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import noResults from '#art/no-results.svg'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { serverNow } from '#core/server-time.ts'
import { Button } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { back, close, search as searchIcon } from '#core/ui/icons.ts'
import { Tabs } from '#core/ui/tabs.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import css from './list.module.css'
import { type ListProps, ChannelRow } from './list.tsx'
import { shortWhen } from '../chat-times.ts'
import { channelsQuery, searchQuery, unreadQuery } from '../queries.ts'
import { searchChannels } from './search-people.ts'

/** Replaces the list. A failed search keeps the previous results. */
export function SearchPanel({ selected, onSelect, onClose }: ListProps & { onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [shown, setShown] = useState<string | null>(null)
  const [isSearching, setSearching] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  /** The current search: cleared or superseded ones show nothing. */
  const currentText = useRef('')

  useEffect(() => field.current?.focus(), [])

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const query = text.trim()
    if (query === '') return
    currentText.current = query
    setSearching(true)
    try {
      await client.fetchInfiniteQuery(searchQuery(query))
      if (currentText.current === query) setShown(query)
    } catch {
      // Already logged where it failed.
    } finally {
      if (currentText.current === query) setSearching(false)
    }
  }

  function handleClear() {
    currentText.current = ''
    setSearching(false)
    setText('')
    setShown(null)
    field.current?.focus()
  }

  return (
    <>
      <form className={css.search} role="search" onSubmit={(event) => void handleSubmit(event)}>
        <Field label={t('chat.search.field')} labelHidden>
          <TextInput
            ref={field}
            value={text}
            placeholder={t('chat.search.placeholder')}
            maxLength={200}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        {text !== '' && <IconButton icon={close} label={t('chat.search.clear')} onClick={handleClear} />}
        <IconButton type="submit" icon={searchIcon} label={t('chat.search')} />
        <IconButton icon={back} label={t('chat.search.back')} onClick={onClose} />
      </form>
      <div className={css.scroll}>
        <p className="sr" role="status">
          {isSearching && t('chat.loading')}
        </p>
        {shown === null ? (
          <Empty small level={3} title={t('chat.search.before')} />
        ) : (
          <Results key={shown} text={shown} selected={selected} onSelect={onSelect} />
        )}
      </div>
    </>
  )
}

/** Channels shown at first, and with each further page. */
const PEOPLE_A_PAGE = 10
type Tab = 'people' | 'messages'

function Results({ text, selected, onSelect }: ListProps & { text: string }) {
  const t = useText()
  const panelId = useId()
  const { id: me } = useProfile()
  const { data: channels = [] } = useQuery(channelsQuery)
  const { data } = useInfiniteQuery({ ...searchQuery(text), staleTime: Infinity })
  const [chosen, setChosen] = useState<Tab | null>(null)
  const people = searchChannels(channels, me, text)
  const messages = data?.pages.flatMap((page) => page.messages) ?? []
  if (people.length === 0 && messages.length === 0)
    return <Empty small level={3} drawing={noResults} title={t('chat.search.nothing')} />
  // Until a tab is chosen, the first one with results.
  const tab = chosen ?? (people.length > 0 ? 'people' : 'messages')
  const tabId = (of: Tab) => `${panelId}-${of}`
  return (
    <>
      <Tabs
        label={t('chat.search.field')}
        tabs={[
          { value: 'people', label: t('chat.search.people'), id: tabId('people') },
          { value: 'messages', label: t('chat.search.messages'), id: tabId('messages') },
        ]}
        value={tab}
        panelId={panelId}
        onChange={setChosen}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(tab)}>
        {tab === 'people' ? (
          <FoundPeople people={people} me={me} selected={selected} onSelect={onSelect} />
        ) : (
          <FoundMessages text={text} messages={messages} selected={selected} onSelect={onSelect} />
        )}
      </div>
    </>
  )
}

function FoundPeople({ people, me, selected, onSelect }: ListProps & { people: readonly Channel[]; me: number }) {
  const t = useText()
  const { data: unread = {} } = useQuery(unreadQuery)
  const [pages, setPages] = useState(1)
  const shown = people.slice(0, pages * PEOPLE_A_PAGE)
  if (people.length === 0) return <p className={css.none}>{t('chat.search.noPeople')}</p>
  return (
    <>
      <ul className={css.list}>
        {shown.map((channel) => (
          <li key={channel.channelId}>
            <ChannelRow
              channel={channel}
              me={me}
              unread={unread[channel.channelId]}
              isOpen={selected?.channel === channel.channelId}
              onOpen={() => onSelect({ channel: channel.channelId, message: null })}
            />
          </li>
        ))}
      </ul>
      {shown.length < people.length && (
        <More key={pages} busy={false} hasFailed={false} onMore={() => setPages((before) => before + 1)} />
      )}
    </>
  )
}

type FoundMessagesProps = ListProps & {
  text: string
  messages: readonly FoundMessage[]
  /** Only this channel was searched. */
  within?: number
}

export function FoundMessages({ text, messages, selected, onSelect, within }: FoundMessagesProps) {
  const t = useText()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery({
    ...searchQuery(text, within),
    staleTime: Infinity,
  })
  if (messages.length === 0) return <p className={css.none}>{t('chat.search.noMessages')}</p>
  return (
    <>
      <ul className={css.list}>
        {messages.map((message) => (
          <li key={message.messageId}>
            <FoundRow
              message={message}
              isOpen={selected?.message === message.messageId}
              onOpen={() => onSelect({ channel: message.channelId, message: message.messageId })}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && <More busy={isFetchingNextPage} hasFailed={isFetchNextPageError} onMore={() => void fetchNextPage()} />}
    </>
  )
}

type MoreProps = { busy: boolean; hasFailed: boolean; onMore: () => void }

/** Loads on scroll. It is a button for the keyboard and after a failure: automatic retries would never stop. */
function More({ busy, hasFailed, onMore }: MoreProps) {
  const t = useText()
  const sentinel = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })
  useEffect(() => {
    if (!sentinel.current || busy || hasFailed) return undefined
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && more.current())
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [busy, hasFailed])
  return (
    <div ref={sentinel}>
      <Button kind="quiet" size="sm" block busy={busy} busyLabel={t('chat.loading')} onClick={onMore}>
        {t('chat.more')}
      </Button>
    </div>
  )
}

function FoundRow({ message, isOpen, onOpen }: { message: FoundMessage; isOpen: boolean; onOpen: () => void }) {
  const t = useText()
  const language = useLanguage()
  const { text, hit, createdOn, user } = message
  const name = `${user.firstName} ${user.lastName}`.trim() || t('chat.staff')
  const end = hit.start + hit.length
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its name is the name, the time and the words in it
    <button type="button" className={css.row} aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
      <span className={css.words}>
        <span className={css.line}>
          <b dir="auto">{name}</b>
          <time className={css.when} dateTime={createdOn}>
            {shortWhen(createdOn, serverNow(), language)}
          </time>
        </span>
        <span className={css.snippet} dir="auto">
          {text.slice(0, hit.start)}
          <mark className={css.hit}>{text.slice(hit.start, end)}</mark>
          {text.slice(end)}
        </span>
      </span>
    </button>
  )
}
