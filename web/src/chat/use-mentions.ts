import type { Channel, ChannelMember } from '@saathi/contract/chat/entities'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import type { Draft } from './draft.ts'
import { whoMayBeNamed, withName, wordBeingNamed } from './mention-text.ts'

type Given = {
  channel: Channel
  me: number
  draft: Draft
  field: RefObject<HTMLTextAreaElement | null>
  onWrite: (draft: Draft) => void
  isOff: boolean
}

/** The list that '@' opens, worked by the keys of the field. */
export function useMentions({ channel, me, draft, field, onWrite, isOff }: Given) {
  const id = useId()
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  /** Where the '@' stands whose list was closed by Escape. */
  const [closedAt, setClosedAt] = useState(-1)
  const named = isOff ? null : wordBeingNamed(draft.text, caret)
  const people = named && named.from !== closedAt ? whoMayBeNamed(channel, me, named.word) : []
  const chosen = Math.min(at, people.length - 1)
  const idOf = (place: number) => `${id}-${place}`

  function choose({ userFullName: name, userId }: ChannelMember) {
    if (!named) return
    const next = withName(draft.text, named.from, caret, name)
    onWrite({ text: next.text, chosen: [...draft.chosen.filter((each) => each.userId !== userId), { name, userId }] })
    setClosedAt(named.from)
    setCaret(next.caret)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
  }

  /** Whether the key was for the list. */
  function handleKey(event: KeyboardEvent): boolean {
    const person = people[chosen]
    if (!person) return false
    if (event.key === 'ArrowDown') setAt((chosen + 1) % people.length)
    else if (event.key === 'ArrowUp') setAt((chosen + people.length - 1) % people.length)
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') choose(person)
    else if (event.key === 'Escape') setClosedAt(named?.from ?? -1)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  function handleSelect() {
    const next = field.current?.selectionStart ?? 0
    setCaret(next)
    setAt(0)
    if (wordBeingNamed(field.current?.value ?? '', next)?.from !== closedAt) setClosedAt(-1)
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
