import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, useId, useRef, useState, type KeyboardEvent, useEffect } from 'react'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { SideLayout, SideMenu } from '#core/shell/side-menu.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { filter as filterIcon } from '#core/ui/further-icons.ts'
import { bookmark, grid, heart, home, close, clock, sparkle } from '#core/ui/icons.ts'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FeedList } from './feed-list.tsx'
import css from './feed-page.module.css'
import { type FeedFilter, tidy, toSearch, useFeedFilter, isFiltered } from './filter/filter.ts'
import type { FilterSheet } from './filter/sheet.tsx'
import './live.ts'
import { mediaQuery } from '#core/ui/media-query.ts'
import { Card } from '#core/ui/card.tsx'
import { FilterForm } from './filter/form.tsx'
import filterFormCss from './filter/form.module.css'
import { useQuery } from '@tanstack/react-query'
import { shortDay } from '#core/i18n/india-time.ts'
import appliedFiltersCss from './filter/applied-filters.module.css'
import { rangeQuery } from './queries.ts'
import { tagNameOf } from './words.ts'

const loadSheet = async () => (await import('./filter/sheet.tsx')).FilterSheet

export function FeedPage() {
  const t = useText()
  const router = useRouter()
  const filter = useFeedFilter()
  const isWide = useIsWide()
  const panelId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [panel, setPanel] = useState({ isOpen: true, takesFocus: false })
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [Sheet, setSheet] = useState<ComponentType<ComponentProps<typeof FilterSheet>>>()
  const hasPanel = isWide && panel.isOpen

  function apply(next: FeedFilter) {
    setSheetOpen(false)
    void router.navigate({ to: '/feed', search: toSearch(tidy(next)) })
  }

  function removeFilter(next: FeedFilter) {
    apply(next)
    // The pressed button is gone, so move the focus to the filter button.
    button.current?.focus()
  }

  function handlePress() {
    if (isWide) return setPanel({ isOpen: !panel.isOpen, takesFocus: true })
    void loadSheet().then(showSheet, () => showToast({ text: t('shell.menuFailed'), tone: 'bad' }))
  }

  function showSheet(component: typeof FilterSheet) {
    setSheet(() => component)
    setSheetOpen(true)
  }

  function handlePanelClose() {
    setPanel({ isOpen: false, takesFocus: false })
    button.current?.focus()
  }

  return (
    <SideLayout menu={<FeedMenu />}>
      <title>{`${t('feed.title')} · ${t('app.name')}`}</title>
      <div className={classNames(css.columns, hasPanel && css.withPanel)}>
        <header className={css.head}>
          <h1>{t('feed.title')}</h1>
          <Button
            ref={button}
            kind="line"
            size="sm"
            aria-expanded={isWide ? panel.isOpen : isSheetOpen}
            aria-haspopup={isWide ? undefined : 'dialog'}
            aria-controls={hasPanel ? panelId : undefined}
            onClick={handlePress}
          >
            <Icon of={filterIcon} size={18} />
            {t('feed.filter')}
          </Button>
        </header>
        {hasPanel && (
          <div className={css.panel}>
            <FilterPanel id={panelId} filter={filter} takesFocus={panel.takesFocus} onApply={apply} onClose={handlePanelClose} />
          </div>
        )}
        <div className={css.posts}>
          <AppliedFilters filter={filter} onChange={removeFilter} />
          <FeedList key={JSON.stringify(toSearch(filter))} filter={filter} onClear={() => removeFilter({})} />
        </div>
      </div>
      {!isWide && Sheet && <Sheet isOpen={isSheetOpen} filter={filter} onApply={apply} onClose={() => setSheetOpen(false)} />}
    </SideLayout>
  )
}

/** There is room for the filter next to the posts. */
const useIsWide = mediaQuery('(min-width: 1200px)')

/** The hub's menu, because the feed is one of its pages. The counts of the lists are shown on the hub only. */
function FeedMenu() {
  const t = useText()
  return (
    <SideMenu
      label={t('learning.menu')}
      links={[
        { to: '/learninghub', icon: home, text: t('learning.menu.home') },
        { to: '/feed', icon: heart, text: t('feed.title') },
        { to: '/learninghub/allsession', icon: grid, text: t('learning.list.all') },
        { to: '/learninghub/curatedsession', icon: sparkle, text: t('learning.list.curated') },
        { to: '/learninghub/ongoingsessions', icon: clock, text: t('learning.list.ongoing') },
        { to: '/learninghub/bookmarkedsessions', icon: bookmark, text: t('learning.list.bookmarked') },
      ]}
      here={t('feed.title')}
      hereIcon={heart}
    />
  )
}

type FilterPanelProps = {
  id: string
  filter: FeedFilter
  /** The filter was opened by a press, and not open from the start. */
  takesFocus: boolean
  onApply: (filter: FeedFilter) => void
  onClose: () => void
}

/** If there is room, the filter is next to the posts: it covers nothing, so it can stay open while reading. */
function FilterPanel({ id, filter, takesFocus, onApply, onClose }: FilterPanelProps) {
  const t = useText()
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)

  useEffect(() => {
    if (takesFocus) panel.current?.focus()
  }, [takesFocus])

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
  }

  return (
    <Card
      id={id}
      ref={(element) => void (panel.current = element)}
      className={filterFormCss.panel}
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
    >
      <h2 id={titleId}>{t('feed.filter')}</h2>
      <FilterForm filter={filter} onApply={onApply} />
    </Card>
  )
}

type AppliedFiltersProps = { filter: FeedFilter; onChange: (filter: FeedFilter) => void }

/** The active filters; pressing one removes it. */
function AppliedFilters({ filter, onChange }: AppliedFiltersProps) {
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
    <ul className={appliedFiltersCss.list} aria-label={t('feed.applied')}>
      {applied.map(({ key, text, without }) => (
        <li key={key}>
          <button
            type="button"
            className={appliedFiltersCss.chip}
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
