import type { ChannelMember, Channel } from '@saathi/contract/chat/entities'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { MemberRole } from '../conversation/members-panel.tsx'
import css from './composer.module.css'
import type { Draft } from './draft.ts'
import { mentionCandidates, insertName, mentionQueryAt } from './mention-text.ts'

type MentionListProps = {
  listId: string
  people: readonly ChannelMember[]
  chosen: number
  idOf: (index: number) => string
  choose: (person: ChannelMember) => void
}

const bringIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

/** The focus stays in the text field, whose keys move through the list. */
export function MentionList({ listId, people, chosen, idOf, choose }: MentionListProps) {
  const t = useText()
  if (people.length === 0) return null
  return (
    <div id={listId} className={css.names} role="listbox" aria-label={t('chat.mention')}>
      {people.map((person, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field
        <div
          key={person.userId}
          id={idOf(index)}
          className={css.nameRow}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          ref={index === chosen ? bringIntoView : null}
          // Prevents the field from losing the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
        >
          <Avatar name={person.userFullName} picture={person.displayPicture} size="sm" />
          <span>
            {person.userFullName}{' '}
            <small>
              <MemberRole member={person} />
            </small>
          </span>
        </div>
      ))}
    </div>
  )
}

type MentionsInput = {
  channel: Channel
  me: number
  draft: Draft
  field: RefObject<HTMLTextAreaElement | null>
  onWrite: (draft: Draft) => void
  isOff: boolean
}

/** The list that '@' opens, controlled by the keys of the field. */
export function useMentions({ channel, me, draft, field, onWrite, isOff }: MentionsInput) {
  const id = useId()
  const [caret, setCaret] = useState(0)
  const [index, setIndex] = useState(0)
  /** Position of the '@' whose list was closed with Escape. */
  const [closedAt, setClosedAt] = useState(-1)
  const query = isOff ? null : mentionQueryAt(draft.text, caret)
  const people = query && query.from !== closedAt ? mentionCandidates(channel, me, query.word) : []
  const chosen = Math.min(index, people.length - 1)
  const idOf = (place: number) => `${id}-${place}`

  function choose({ userFullName: name, userId }: ChannelMember) {
    if (!query) return
    const next = insertName(draft.text, query.from, caret, name)
    onWrite({ text: next.text, chosen: [...draft.chosen.filter((each) => each.userId !== userId), { name, userId }] })
    setClosedAt(query.from)
    setCaret(next.caret)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
  }

  /** True if the key was for the list. */
  function handleKey(event: KeyboardEvent): boolean {
    const person = people[chosen]
    if (!person) return false
    if (event.key === 'ArrowDown') setIndex((chosen + 1) % people.length)
    else if (event.key === 'ArrowUp') setIndex((chosen + people.length - 1) % people.length)
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') choose(person)
    else if (event.key === 'Escape') setClosedAt(query?.from ?? -1)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  function handleSelect() {
    const next = field.current?.selectionStart ?? 0
    setCaret(next)
    setIndex(0)
    if (mentionQueryAt(field.current?.value ?? '', next)?.from !== closedAt) setClosedAt(-1)
  }

  const isOpen = people.length > 0
  return {
    listId: id,
    people,
    chosen,
    idOf,
    choose,
    handleKey,
    handleSelect,
    fieldProps: {
      'aria-autocomplete': 'list',
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': idOf(chosen) }),
    } as const,
  }
}
