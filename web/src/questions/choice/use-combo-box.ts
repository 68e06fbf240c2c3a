import { searchForm } from '@saathi/contract/core/search-form'
import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { isComposing } from '#core/is-composing.ts'
import type { Choice } from '../words.ts'

export type ComboBoxProps = {
  choices: readonly Choice[]
  /** Keys of the selected choices. */
  chosen: readonly string[]
  /** Text of the field while nothing is typed. */
  shown: string
  /** Several can be selected: the list stays open, and selecting again removes. */
  several?: boolean | undefined
  onChoose: (key: string) => void
  /** The text was erased, or Backspace was pressed in an empty field: remove the last choice. */
  onErase: () => void
}

const MIN_ROOM_PX = 300

/** Less room below than above, for example above a phone's keyboard. */
function hasNoRoomBelow(field: HTMLElement): boolean {
  const { top, bottom } = field.getBoundingClientRect()
  const below = (visualViewport?.height ?? innerHeight) - bottom
  return below < MIN_ROOM_PX && top > below
}

/** Keyboard and typing behaviour of a searchable list, following the combobox pattern. */
export function useComboBox({ choices, chosen, shown, several = false, onChoose, onErase }: ComboBoxProps) {
  const [isOpen, setOpen] = useState(false)
  const [isUpward, setUpward] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(-1)
  const found = findChoices(choices, typed ?? '')

  function open(field: HTMLElement, at: number) {
    if (!isOpen) setUpward(hasNoRoomBelow(field))
    setOpen(true)
    setActive(at)
  }

  function close() {
    setOpen(false)
    setTyped(undefined)
    setActive(-1)
  }

  function choose(key: string) {
    onChoose(key)
    if (!several) return close()
    setTyped(undefined)
    setActive(choices.findIndex((choice) => choice.key === key))
  }

  const indexOfChosen = () => found.findIndex(({ key }) => chosen.includes(key))

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const text = event.target.value
    setTyped(text)
    open(event.target, text.trim() === '' ? -1 : 0)
    if (text === '' && !several) onErase()
  }

  function step(field: HTMLElement, by: 1 | -1) {
    const last = found.length - 1
    const chosenAt = indexOfChosen()
    if (!isOpen) return open(field, chosenAt >= 0 ? chosenAt : by === 1 ? 0 : last)
    const next = active + by
    if (last >= 0) setActive(next < 0 ? last : next > last ? 0 : next)
  }

  /** True if the key was handled by the list. */
  function handleListKey({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean {
    if (key === 'ArrowDown' || key === 'ArrowUp') step(currentTarget, key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Escape' && isOpen) close()
    else if (key === 'Enter' && isOpen) {
      const choice = found[active]
      if (choice) choose(choice.key)
    } else if (key === 'Backspace' && several && !typed) onErase()
    else return false
    return true
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent) || !handleListKey(event)) return
    event.preventDefault()
    // The page's own keys, such as Escape for leaving, must not handle it as well.
    event.stopPropagation()
  }

  function handleClick({ currentTarget }: MouseEvent<HTMLInputElement>) {
    if (isOpen) return
    open(currentTarget, indexOfChosen())
    // Typing replaces the current choice.
    currentTarget.select()
  }

  return {
    isOpen,
    isUpward,
    found,
    active,
    text: typed ?? shown,
    isTyping: Boolean(typed),
    choose,
    field: {
      onChange: handleChange,
      onKeyDown: handleKeyDown,
      onClick: handleClick,
      onBlur: close,
    },
  }
}

/** Ignores case and Latin accents; signs of Indian scripts matter. */
const plain = (text: string) =>
  searchForm(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .trim()

/** The choices that contain the typed text, in their own order. */
export function findChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const query = plain(typed)
  return query === '' ? choices : choices.filter(({ words }) => plain(words).includes(query))
}
