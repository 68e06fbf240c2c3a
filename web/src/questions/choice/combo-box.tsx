import { type Ref, useEffect, useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { check, down } from '#core/ui/icons.ts'
import { TextInput } from '#core/ui/form/text-input.tsx'
import css from './combo-box.module.css'
import { type ComboBoxProps, useComboBox } from './use-combo-box.ts'

export function ComboBox({ ref, ...props }: ComboBoxProps & { ref?: Ref<HTMLInputElement> }) {
  const t = useText()
  const listId = useId()
  const { isOpen, isUpward, found, active, text, isTyping, choose, field } = useComboBox(props)
  const optionId = (place: number) => `${listId}-${place}`
  const activeId = isOpen && active >= 0 ? optionId(active) : undefined

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return (
    <div className={css.box}>
      <TextInput
        {...field}
        ref={ref}
        role="combobox"
        dir="auto"
        className={css.input}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('questions.search')}
        value={text}
      />
      <Icon of={down} size={16} className={css.chevron} />
      <div className={classNames(css.popup, isUpward && css.upward)} hidden={!isOpen}>
        <div
          id={listId}
          className={css.list}
          role="listbox"
          aria-label={t('questions.choices')}
          aria-multiselectable={props.several}
        >
          {found.map(({ key, words }, place) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the focus and handles the keys
            <div
              key={key}
              id={optionId(place)}
              className={classNames(css.option, place === active && css.active)}
              role="option"
              tabIndex={-1}
              aria-selected={props.chosen.includes(key)}
              // Keep the focus in the field, or the list would close on press.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(key)}
            >
              <span className={css.words}>{words}</span>
              <Icon of={check} size={18} className={css.tick} />
            </div>
          ))}
        </div>
        {found.length === 0 && <p className={css.nothing}>{t('questions.found', { count: 0 })}</p>}
      </div>
      <p className="sr" role="status">
        {isTyping && t('questions.found', { count: found.length })}
      </p>
    </div>
  )
}
