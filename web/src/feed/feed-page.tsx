import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, useId, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { SideLayout } from '#core/shell/side-layout.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { filter as filterIcon } from '#core/ui/icons.ts'
import { showToast } from '#core/ui/toast-store.ts'
import { AppliedFilters } from './applied-filters.tsx'
import { FeedList } from './feed-list.tsx'
import { FeedMenu } from './feed-menu.tsx'
import css from './feed-page.module.css'
import { type FeedFilter, tidy, toSearch, useFeedFilter } from './filter.ts'
import { FilterPanel } from './filter-panel.tsx'
import type { FilterSheet } from './filter-sheet.tsx'
import './live.ts'
import { useIsWide } from './use-is-wide.ts'

const loadSheet = async () => (await import('./filter-sheet.tsx')).FilterSheet

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
