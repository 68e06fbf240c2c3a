import { searchForm } from '@saathi/contract/core/search-form'
import type { SessionCard } from '@saathi/contract/learning/entities'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { check, search } from '#core/ui/icons.ts'
import { Icon } from '#core/ui/icon.tsx'
import css from './session-filter.module.css'

/** A few sessions are faster to look through than to search. */
const SEARCHED_FROM = 5

/** Filters sessions by search words and by tag; both must match. */
export function useSessionFilter(sessions: readonly SessionCard[]) {
  const [words, setWords] = useState('')
  const [tag, setTag] = useState<string | null>(null)
  const isShown = sessions.length >= SEARCHED_FROM
  const tags = tagsOf(sessions)
  // The tag may have gone with the last session that had it.
  const chosen = isShown && tag !== null && tags.includes(tag) ? tag : null
  const found = isShown
    ? sessions.filter((session) => (chosen === null || session.tags.includes(chosen)) && matchesWords(session, words))
    : sessions
  const clear = () => {
    setWords('')
    setTag(null)
  }
  const filter = isShown && <SessionFilter {...{ words, setWords, tags, chosen, setTag }} />
  return { found, filter, clear }
}

type SessionFilterProps = {
  words: string
  setWords: (words: string) => void
  tags: readonly string[]
  chosen: string | null
  setTag: (tag: string | null) => void
}

function SessionFilter({ words, setWords, tags, chosen, setTag }: SessionFilterProps) {
  const t = useText()
  return (
    <search className={css.filter}>
      <Field label={t('learning.find')} labelHidden className={css.field}>
        <TextInput
          type="search"
          icon={search}
          placeholder={t('learning.find')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </Field>
      {tags.length > 1 && (
        <ul className={css.tags} aria-label={t('learning.find.tags')}>
          {tags.map((tag) => (
            <li key={tag}>
              <Button
                kind="line"
                size="sm"
                className={css.tag}
                aria-pressed={tag === chosen}
                onClick={() => setTag(tag === chosen ? null : tag)}
              >
                {tag === chosen && <Icon of={check} size={16} />}
                {tag}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

/** Whether the session's words contain each of these, in either language and any order. */
function matchesWords(session: SessionCard, words: string): boolean {
  const { title, localeTitle, overview, localeOverview, tags } = session
  const text = searchForm([title, localeTitle, overview, localeOverview, ...tags].join(' '))
  return searchForm(words)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The tags of the sessions, the most frequent first. */
function tagsOf(sessions: readonly SessionCard[]): string[] {
  const counts = new Map<string, number>()
  for (const tag of sessions.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag)
}
