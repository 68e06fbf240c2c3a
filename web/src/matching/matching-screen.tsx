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
import { ScreenHead, WaitingScreen } from './screen-words.tsx'
import { stepAt } from './steps.ts'
import { UnavailableNews } from './unavailable-dialog.tsx'
import { useFoundToast } from './use-found-toast.ts'
import { useIsFound } from './use-is-found.ts'

/** Where the search stands: the way so far at the side, and one of the four screens. */
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
      <UnavailableNews />
    </div>
  )
}

function Screen({ list }: { list: MatchList }) {
  const { screen, isMentor, userMatchType } = list
  const isGroup = userMatchType === '1toM'
  // Whoever waits in a group, and the mentor around whom it comes together. Where it cannot be read, nothing is said of it.
  const wantsGroup = isGroup && (isMentor || screen === 4)
  const asked = useQuery({ ...groupInfoQuery, enabled: wantsGroup })
  // What was read before stays in the cache: a group that is no more must not.
  const group = wantsGroup && !asked.isError ? asked.data : undefined
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
      {/* Seen first, for the time that is left; read after the heading of the page. */}
      {header && <div className={css.first}>{header}</div>}
    </>
  )
}

/** What had the focus goes with its screen: who confirms by keyboard goes on at the next one, not at the head of the page. */
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
