import type { SearchGroup, SearchKind, SearchResult } from '@saathi/contract/staff/search-calls'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { isComposing } from '#core/is-composing.ts'
import { createTimer } from '#core/store.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { chat, type IconShape, pair, search as searchIcon } from '#core/ui/icons.ts'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { searchQuery } from './queries.ts'
import css from './search.module.css'

type Kind = { title: TextKey; over: TextKey; icon: IconShape | null; path: (id: number) => string }

const kinds: Readonly<Record<SearchKind, Kind>> = {
  person: { title: 'staff.search.person', over: 'staff.stage.blocked', icon: null, path: (id) => `/staff/people/${id}` },
  pair: { title: 'staff.search.pair', over: 'staff.search.ended', icon: pair, path: (id) => `/staff/pairs/${id}` },
  help_case: { title: 'staff.search.help_case', over: 'staff.help.closed', icon: chat, path: (id) => `/staff/help/${id}` },
}

const TYPING_MS = 150

/** One field for people, pairs and cases. The focus stays in it; its keys move through the results. */
export function SearchDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t('staff.search.title')}
      titleHidden
      size="md"
      fullOnPhone
      closeLabel={t('staff.search.close')}
      initialFocus={field}
    >
      <Search field={field} onClose={onClose} />
    </Dialog>
  )
}

type SearchProps = { field: RefObject<HTMLInputElement | null>; onClose: () => void }

function Search({ field, onClose }: SearchProps) {
  const t = useText()
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  const [active, setActive] = useState(0)
  const [typing] = useState(createTimer)
  const found = useQuery(searchQuery(searched))
  const groups = searched === '' ? [] : (found.data ?? [])
  const options = groups.flatMap(({ kind, results }) => results.map(({ id }) => ({ kind, id })))
  const idOf = (place: number) => `${listId}-${place}`

  function handleTyping(text: string) {
    setTyped(text)
    setActive(0)
    typing.restart(() => setSearched(text.trim()), TYPING_MS)
  }

  function openResult(place: number) {
    const chosen = options[place]
    if (!chosen) return
    onClose()
    void navigate({ to: kinds[chosen.kind].path(chosen.id) })
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent) || options.length === 0) return
    const last = options.length - 1
    const next = { ArrowDown: active === last ? 0 : active + 1, ArrowUp: active === 0 ? last : active - 1 }[event.key]
    if (next !== undefined) setActive(next)
    // While other results are on their way, Enter would open one of the old ones.
    else if (event.key === 'Enter' && typed.trim() === searched && !found.isPlaceholderData) openResult(active)
    else return
    event.preventDefault()
  }

  const isEmpty = searched !== '' && found.data?.length === 0
  return (
    <div className={css.search}>
      <TextInput
        ref={field}
        type="search"
        role="combobox"
        icon={searchIcon}
        dir="auto"
        aria-label={t('staff.search.title')}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? idOf(active) : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder={t('staff.search.hint')}
        value={typed}
        onChange={({ target }) => handleTyping(target.value)}
        onKeyDown={handleKeyDown}
      />
      <p className="sr" role="status">
        {options.length > 0 && t('staff.search.count', { count: options.length })}
      </p>
      {searched === '' && <p className={css.hint}>{t('staff.search.help')}</p>}
      {isEmpty && <p className={css.hint}>{t('staff.search.none')}</p>}
      {found.isError && searched !== '' && (
        <div className={css.failed} role="alert">
          <p>{t(errorTextKey(found.error))}</p>
          <Button size="sm" kind="line" busy={found.isFetching} onClick={() => void found.refetch()}>
            {t('action.retry')}
          </Button>
        </div>
      )}
      <div
        id={listId}
        role="listbox"
        aria-label={t('staff.search.results')}
        className={css.results}
        hidden={options.length === 0}
      >
        {groups.map((group, at) => (
          <Group
            key={group.kind}
            group={group}
            first={groups.slice(0, at).reduce((count, { results }) => count + results.length, 0)}
            active={active}
            idOf={idOf}
            onOpen={openResult}
          />
        ))}
      </div>
    </div>
  )
}

type GroupProps = {
  group: SearchGroup
  /** The index of this group's first result among all results. */
  first: number
  active: number
  idOf: (place: number) => string
  onOpen: (place: number) => void
}

const bringIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

function Group({ group: { kind, results, hasMore }, first, active, idOf, onOpen }: GroupProps) {
  const t = useText()
  const headId = useId()
  return (
    <div role="group" aria-labelledby={headId}>
      <p id={headId} className={css.head}>
        {t(kinds[kind].title)}
        {hasMore && <span> · {t('staff.search.more')}</span>}
      </p>
      {results.map((result, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and handles the keys
        <div
          key={result.id}
          id={idOf(first + at)}
          className={css.option}
          role="option"
          tabIndex={-1}
          aria-selected={first + at === active}
          ref={first + at === active ? bringIntoView : null}
          // Keep the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(first + at)}
        >
          <Row kind={kind} result={result} />
        </div>
      ))}
    </div>
  )
}

function Row({ kind, result: { names, role, programme, isOver } }: { kind: SearchKind; result: SearchResult }) {
  const t = useText()
  const { icon, over } = kinds[kind]
  const name = names.join(' · ')
  const facts = [role && t(`profile.role.${role}`), programme].filter(Boolean).join(', ')
  return (
    <>
      {icon ? (
        <span className={css.icon}>
          <Icon of={icon} size={18} />
        </span>
      ) : (
        <Avatar name={name} picture={null} size="sm" />
      )}
      <span className={css.words}>
        <b dir="auto">{name}</b>
        <small>{facts}</small>
      </span>
      {isOver && <Chip>{t(over)}</Chip>}
    </>
  )
}
