import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { classNames } from '#core/ui/class-names.ts'
import { useText } from '#core/i18n/texts.tsx'
import { EndedSessions, HomeFailed } from '#mentorship/public.ts'
import { GroupHeader } from './group-header.tsx'
import { HistoryButton, useHistoryDialog } from './history-button.tsx'
import './live.ts'
import css from './matching-screen.module.css'
import { MatchingSide, useIsWide } from './matching-side.tsx'
import { MatchingSkeleton } from './matching-skeleton.tsx'
import { PotentialMatches } from './potential-matches.tsx'
import { activeMatchesQuery, groupInfoQuery, type MatchList } from './queries.ts'
import { ScreenHead, WaitingScreen } from './screen-texts.tsx'
import { stepAt } from './steps.ts'
import { UnavailableNotice } from './unavailable-dialog.tsx'
import { useFoundToast } from './use-found-toast.ts'
import { useIsFound } from './use-is-found.ts'

/** The matching status: steps at the side, and one of the four screens. */
export function MatchingScreen() {
  const t = useText()
  const list = useQuery(activeMatchesQuery)
  const isWide = useIsWide()
  const main = useFocusOnChange(list.data?.screen)
  const isFound = useIsFound(list.data)
  const history = useHistoryDialog()
  useFoundToast()
  return (
    <div className={classNames(css.page, list.data?.screen === 2 && css.withBar)}>
      <MatchingSide list={list.data} isWide={isWide} onHistory={history.open} />
      <div ref={main} className={css.main} tabIndex={-1}>
        <p className="sr" role="status">
          {list.data && !isFound && t('matching.at', { step: t(stepAt(list.data.screen)) })}
        </p>
        {list.data && isFound ? (
          <MatchingSkeleton />
        ) : list.data ? (
          <Screen list={list.data} />
        ) : list.error ? (
          <HomeFailed level={1} title={t('mentorship.matching.failed')} asked={list} />
        ) : (
          <MatchingSkeleton />
        )}
        <EndedSessions />
        {!isWide && <HistoryButton onOpen={history.open} />}
      </div>
      {history.dialog}
      <UnavailableNotice />
    </div>
  )
}

function Screen({ list }: { list: MatchList }) {
  const { screen, isMentor, userMatchType } = list
  const isGroup = userMatchType === '1toM'
  // For mentees with a place and the group's mentor. Left out if it fails to load.
  const needsGroup = isGroup && (isMentor || screen === 4)
  const groupQuery = useQuery({ ...groupInfoQuery, enabled: needsGroup })
  // The cache keeps old data: a dissolved group must not be shown.
  const group = needsGroup && !groupQuery.isError ? groupQuery.data : undefined
  const header = isGroup && group && <GroupHeader group={group} isMentor={isMentor} />
  if (screen === 2) {
    return (
      <>
        <ScreenHead isMentor={isMentor} />
        {header}
        <PotentialMatches list={list} group={group} />
      </>
    )
  }
  return (
    <>
      <WaitingScreen list={list} />
      {/* Visually first because of the countdown, but after the page heading for screen readers. */}
      {header && <div className={css.first}>{header}</div>}
    </>
  )
}

/** The focused element disappears with its screen. Keyboard users continue on the next screen, not at the top of the page. */
function useFocusOnChange(screen: number | undefined) {
  const main = useRef<HTMLDivElement>(null)
  const before = useRef(screen)
  useEffect(() => {
    const isAnother = before.current !== undefined && screen !== undefined && before.current !== screen
    before.current = screen
    if (isAnother && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [screen])
  return main
}
