import type { MatchStatus, MatchTracker } from '@saathi/contract/matching/entities'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import noResults from '#art/no-results.svg'
import { longDay } from '#core/i18n/india-time.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { check, clock, type IconShape } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeFailed } from '#mentorship/public.ts'
import { historyDays, type HistoryDay } from '../cache.ts'
import css from './dialog.module.css'
import historyListCss from './list.module.css'
import { historyQuery } from '../queries.ts'

export type HistoryDialogProps = { isOpen: boolean; onClose: () => void }

export function HistoryDialog({ isOpen, onClose }: HistoryDialogProps) {
  const t = useText()
  return (
    <Dialog
      sheet
      size="md"
      open={isOpen}
      onClose={onClose}
      title={t('matching.history.title')}
      closeLabel={t('matching.history.close')}
    >
      <History />
    </Dialog>
  )
}

function History() {
  const t = useText()
  const query = useInfiniteQuery(historyQuery)
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  if (!data) {
    if (error) return <HomeFailed small level={3} title={t('matching.history.failed')} query={query} />
    return (
      <SkeletonGroup label={t('matching.history.loading')} className={css.loading}>
        <Skeleton width="140px" height="20px" />
        <Skeleton shape="block" height="68px" />
        <Skeleton shape="block" height="68px" />
      </SkeletonGroup>
    )
  }
  const days = historyDays(data.pages)
  if (days.length === 0) {
    return (
      <Empty small level={3} drawing={noResults} title={t('matching.history.empty')} text={t('matching.history.emptyText')} />
    )
  }
  return (
    <>
      <HistoryList days={days} />
      {isFetchNextPageError && (
        <Note tone="bad" live="alert">
          {t('matching.history.moreFailed')}
        </Note>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} busyLabel={t('matching.history.moreBusy')} onClick={() => void fetchNextPage()}>
          {t('matching.history.more')}
        </Button>
      )}
    </>
  )
}

type Look = { tone: ChipTone; icon?: IconShape; isHighlighted: boolean }
const looks: Record<MatchStatus, Look> = {
  ACTIVE: { tone: 'primary', icon: clock, isHighlighted: true },
  SUCCESS: { tone: 'ok', icon: check, isHighlighted: true },
  REJECTED: { tone: 'plain', isHighlighted: false },
  EXPIRED: { tone: 'plain', isHighlighted: false },
}

function HistoryList({ days }: { days: readonly HistoryDay[] }) {
  return (
    <div className={historyListCss.days}>
      {days.map((day) => (
        <Day key={day.day} {...day} />
      ))}
    </div>
  )
}

function Day({ day, matches }: HistoryDay) {
  const headId = useId()
  const language = useLanguage()
  return (
    <section className={historyListCss.day} aria-labelledby={headId}>
      <h3 id={headId}>{longDay(`${day}T12:00:00+05:30`, language)}</h3>
      <ul className={historyListCss.list}>
        {matches.map((match) => (
          <Item key={match.id} match={match} />
        ))}
      </ul>
    </section>
  )
}

/** An active match is still to be decided, waits for the other side, or already has a place in a group. */
function statusKey({ status, expiresAt, interestStatus }: MatchTracker) {
  if (status !== 'ACTIVE') return `matching.status.${status}` as const
  if (expiresAt === null) return 'matching.status.inGroup'
  return interestStatus === 'INTERESTED' ? 'matching.status.waiting' : 'matching.status.ACTIVE'
}

function Item({ match }: { match: MatchTracker }) {
  const { fullName, displayPicture, affiliation, status, displayMessage } = match
  const t = useText()
  const { tone, icon, isHighlighted } = looks[status]
  return (
    <li
      className={classNames(historyListCss.item, isHighlighted && historyListCss.highlighted)}
      data-highlighted={isHighlighted || undefined}
    >
      <Avatar name={fullName} picture={displayPicture} className={isHighlighted ? undefined : historyListCss.grey} />
      <div className={historyListCss.words}>
        <p className={historyListCss.name}>{fullName}</p>
        {affiliation && <p className={historyListCss.more}>{affiliation}</p>}
        {displayMessage && <p className={historyListCss.more}>{displayMessage}</p>}
      </div>
      <Chip tone={tone} icon={icon}>
        {t(statusKey(match))}
      </Chip>
    </li>
  )
}
