import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Count } from '#core/ui/count.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { search } from '#core/ui/icons.ts'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import css from './list.module.css'
import { ChannelList, type ListProps } from './list.tsx'
import { totalOf, unreadQuery } from '../queries.ts'
import type { SearchPanel } from './search-panel.tsx'

type ChannelColumnProps = ListProps & {
  controls?: ReactNode
  /** The channel from which the reader returned to the list, on small screens. Gets the focus. */
  cameFrom?: number | null
}

/** 'Messages' with its search button, or the search panel. */
export function ChannelColumn({ selected, onSelect, controls, cameFrom = null }: ChannelColumnProps) {
  const t = useText()
  const [isSearching, setSearching] = useState(false)
  const column = useRef<HTMLElement>(null)
  const searchButton = useRef<HTMLButtonElement>(null)
  const hasSearched = useRef(false)

  useEffect(() => {
    if (cameFrom !== null) column.current?.querySelector<HTMLElement>(`[data-channel="${cameFrom}"]`)?.focus()
  }, [cameFrom])
  useEffect(() => {
    if (!isSearching && hasSearched.current) searchButton.current?.focus()
    hasSearched.current = isSearching
  }, [isSearching])

  return (
    <nav ref={column} className={css.column} aria-label={t('chat.conversations')}>
      {isSearching ? (
        <Suspense>
          <LazySearchPanel selected={selected} onSelect={onSelect} onClose={() => setSearching(false)} />
        </Suspense>
      ) : (
        <>
          <div className={css.head}>
            <h2>{t('chat.messages')}</h2>
            <AllUnread />
            <IconButton ref={searchButton} icon={search} label={t('chat.search')} onClick={() => setSearching(true)} />
            {controls}
          </div>
          <div className={css.scroll}>
            <ChannelList selected={selected} onSelect={onSelect} />
          </div>
        </>
      )}
    </nav>
  )
}

/** Loaded by the first search. Without its script, the list stays, and the button tries again after a reload. */
function LostSearch({ onClose }: ComponentProps<typeof SearchPanel>) {
  const t = useText()
  useEffect(() => {
    showToast({ text: t('shell.menuFailed'), tone: 'bad' })
    onClose()
  }, [t, onClose])
  return null
}
const LazySearchPanel = lazy(async () => ({
  default: await import('./search-panel.tsx').then(
    (part) => part.SearchPanel,
    () => LostSearch,
  ),
}))

export function AllUnread() {
  const t = useText()
  const { data = {} } = useQuery(unreadQuery)
  const { unread } = totalOf(data)
  return unread > 0 && <Count value={unread} label={t('shell.unread', { count: unread })} />
}
