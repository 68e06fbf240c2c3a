import type { TranslationRow } from '@saathi/contract/content/drafts'
import { cutGraphemes } from '@saathi/contract/core/cut'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { createTimer } from '#core/store.ts'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { alert, check, down } from '#core/ui/icons.ts'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './translate.module.css'
import { type DraftRef, translationsQuery, useTranslate } from './queries.ts'
import { compareWords } from './compare-words.ts'
import { TYPING_MS } from './saving.ts'

type TranslateTabProps = {
  draftRef: DraftRef
  languages: readonly string[]
  chosen: string | undefined
  isFixed: boolean
  onChoose: (language: string) => void
  onSaved: (revision: number) => void
}

const stateOf = ({ text, seen, source }: TranslationRow) => (text === '' ? 'missing' : seen === source ? 'complete' : 'behind')

/** Every text next to its translation, with changes of the source since then. */
export function TranslateTab({ draftRef, languages, chosen, isFixed, onChoose, onSaved }: TranslateTabProps) {
  const t = useText()
  const [isOnlyOpen, setOnlyOpen] = useState(false)
  const language = languages.find((code) => code === chosen) ?? languages[0] ?? 'hi'
  const query = useQuery(translationsQuery(draftRef, language))
  const rows = query.data?.rows ?? []
  const open = rows.filter((row) => stateOf(row) !== 'complete').length
  const list = useRef<HTMLOListElement>(null)
  const last = useRef<Element>(null)

  function handleFocus({ target }: FocusEvent) {
    last.current = target
  }

  /** To the next open text after the field that was last in use, and from the end to the first. */
  function handleNext() {
    const fields = [...(list.current?.querySelectorAll<HTMLElement>('[data-open] textarea') ?? [])]
    const isAfter = (field: Element) =>
      last.current !== null && (last.current.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    const next = fields.find(isAfter) ?? fields[0]
    next?.focus()
  }

  return (
    <section className={css.table} aria-label={t('staff.content.part.translate')}>
      <header>
        <Field label={t('staff.content.translateInto')} labelHidden>
          <Select value={language} onChange={({ target }) => onChoose(target.value)}>
            {languages.map((code) => (
              <option key={code} value={code}>
                {new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code}
              </option>
            ))}
          </Select>
        </Field>
        <div className={css.buttons}>
          <Button kind="soft" size="sm" aria-pressed={isOnlyOpen} onClick={() => setOnlyOpen(!isOnlyOpen)}>
            {t('staff.content.onlyOpen')}
          </Button>
          {open > 0 && !isFixed && (
            <Button kind="line" size="sm" onClick={handleNext}>
              <Icon of={down} size={18} /> {t('staff.content.nextOpen')}
            </Button>
          )}
        </div>
      </header>
      <QueryStates query={query}>
        {() => (
          <ol ref={list}>
            {rows.map((row) =>
              isOnlyOpen && stateOf(row) === 'complete' ? null : (
                <Row
                  key={`${row.part} ${row.path}`}
                  row={row}
                  {...{ draftRef, language, isFixed, onSaved }}
                  onFocus={handleFocus}
                />
              ),
            )}
          </ol>
        )}
      </QueryStates>
      <footer>
        <span>{t('staff.content.openTexts', { count: open, total: rows.length })}</span>
        <span>{t('staff.content.noGap')}</span>
      </footer>
    </section>
  )
}

type RowProps = Pick<TranslateTabProps, 'draftRef' | 'isFixed' | 'onSaved'> & {
  row: TranslationRow
  language: string
  onFocus: (event: FocusEvent) => void
}

/** Saved a second after the last key, and when the field is left. */
function Row({ row, draftRef, language, isFixed, onSaved, onFocus }: RowProps) {
  const t = useText()
  const reader = useLanguage()
  const { part, path, source, seen, text, revision } = row
  const [typed, setTyped] = useState(text)
  const [typing] = useState(createTimer)
  const saving = useTranslate(draftRef, language, onSaved)
  const state = stateOf(row)
  const save = (words: string) => saving.mutate({ language, part, path, source, text: words, revision })
  useEffect(() => () => typing.stop(), [typing])

  function handleChange(words: string) {
    setTyped(words)
    typing.restart(() => save(words), TYPING_MS)
  }
  function handleBlur() {
    if (!typing.isRunning()) return
    typing.stop()
    save(typed)
  }

  return (
    <li data-open={state === 'complete' ? undefined : true}>
      <p className={css.source} dir="auto">
        {state === 'behind' && seen !== null
          ? compareWords(seen, source).map(({ kind, words }, at) =>
              kind === 'same' ? (
                <span key={at}>{words}</span>
              ) : kind === 'gone' ? (
                <del key={at}>{words}</del>
              ) : (
                <ins key={at}>{words}</ins>
              ),
            )
          : source}
      </p>
      <div className={css.target}>
        <TextArea
          dir="auto"
          lang={language}
          rows={1}
          aria-label={t('staff.content.translationOf', { text: cutGraphemes(source, 60) })}
          value={typed}
          disabled={isFixed}
          onChange={({ target }) => handleChange(target.value)}
          onFocus={onFocus}
          onBlur={handleBlur}
        />
        <p>
          <Chip
            tone={state === 'complete' ? 'ok' : state === 'behind' ? 'warn' : 'bad'}
            icon={state === 'complete' ? check : alert}
          >
            {state === 'behind' && row.sourceChangedAt
              ? t('staff.content.translation.behindSince', { date: shortDay(row.sourceChangedAt, reader) })
              : t(`staff.content.translation.${state}`)}
          </Chip>
          {state === 'behind' && !isFixed && (
            <Button kind="quiet" size="sm" onClick={() => save(typed)}>
              {t('staff.content.stillRight')}
            </Button>
          )}
        </p>
        <RefusalNote error={saving.error} />
      </div>
    </li>
  )
}
