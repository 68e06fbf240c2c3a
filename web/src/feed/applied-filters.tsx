import { useQuery } from '@tanstack/react-query'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { close } from '#core/ui/icons.ts'
import css from './applied-filters.module.css'
import { type FeedFilter, isFiltered } from './filter.ts'
import { rangeQuery } from './queries.ts'
import { tagNameOf } from './words.ts'

type AppliedFiltersProps = { filter: FeedFilter; onChange: (filter: FeedFilter) => void }

/** The active filters; pressing one removes it. */
export function AppliedFilters({ filter, onChange }: AppliedFiltersProps) {
  const t = useText()
  const language = useLanguage()
  const { data } = useQuery({ ...rangeQuery, enabled: filter.tags !== undefined })
  const { event, from, to, tags = [] } = filter
  if (!isFiltered(filter)) return null

  const nameOfTag = (key: string) => {
    const tag = data?.tags.find((each) => each.key === key)
    return tag ? tagNameOf(tag) : key
  }
  const applied = [
    event && { key: 'event', text: t(`feed.filter.${event}`), without: { ...filter, event: undefined } },
    from && {
      key: 'from',
      text: t('feed.applied.from', { day: shortDay(from, language) }),
      without: { ...filter, from: undefined },
    },
    to && { key: 'to', text: t('feed.applied.to', { day: shortDay(to, language) }), without: { ...filter, to: undefined } },
    ...tags.map((key) => ({
      key: `tag ${key}`,
      text: nameOfTag(key),
      without: { ...filter, tags: tags.filter((each) => each !== key) },
    })),
  ].filter((each) => typeof each === 'object')

  return (
    <ul className={css.list} aria-label={t('feed.applied')}>
      {applied.map(({ key, text, without }) => (
        <li key={key}>
          <button
            type="button"
            className={css.chip}
            aria-label={t('feed.applied.remove', { filter: text })}
            onClick={() => onChange(without)}
          >
            {text}
            <Icon of={close} size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
