import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { classNames } from '#core/ui/class-names.ts'
import { useText } from '#core/i18n/texts.tsx'
import { EndedSessions, HomeFailed, loadMoments } from '#mentorship/public.ts'
import { GroupHeader } from './group-header.tsx'
import '../live.ts'
import css from './matching-screen.module.css'
import { MatchingSkeleton, ScreenHead, WaitingScreen, stepAt, stepsOf } from './texts.tsx'
import { EndedMatches } from '../card/ended.tsx'
import { PotentialMatches } from '../choose/potential-matches.tsx'
import { activeMatchesQuery, groupInfoQuery, type MatchList, refetchHome } from '../queries.ts'
import { UnavailableNotice } from '../choose/unavailable-dialog.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { useProfile } from '#core/profile.ts'
import { Beads } from '#core/ui/progress/beads.tsx'
import { mediaQuery } from '#core/ui/media-query.ts'
import { Skeleton } from '#core/ui/skeleton.tsx'
import matchingSideCss from './side.module.css'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { clock } from '#core/ui/icons.ts'
import historyButtonCss from '../history/button.module.css'
import type { HistoryDialogProps } from '../history/dialog.tsx'
import { history } from '../screens.ts'

/** The matching status: steps at the side, and one of the four screens. */
export function MatchingScreen() {
  const t = useText()
  const list = useQuery(activeMatchesQuery)
  const isWide = useIsWide()
  const main = useFocusOnChange(list.data?.screen)
  const isFound = useIsFound(list.data)
  const history = useHistoryDialog()
  usePreparedCelebration(list.data?.screen)
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
          <HomeFailed level={1} title={t('mentorship.matching.failed')} query={list} />
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
        <ScreenHead list={list} />
        {header}
        <PotentialMatches list={list} group={group} />
      </>
    )
  }
  return (
    <>
      <WaitingScreen list={list} />
      <EndedMatches matches={list.matchTrackers.filter(({ status }) => status === 'EXPIRED')} />
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

/** Any answer from now on may be the match: its celebration must not wait for a script. */
function usePreparedCelebration(screen: number | undefined): void {
  const isAwaited = screen !== undefined && screen > 1
  useEffect(() => {
    // If it fails, it is loaded with the match.
    if (isAwaited) void loadMoments().catch(() => undefined)
  }, [isAwaited])
}

/**
 * A person who is no longer in the pool has found somebody, and the home shows that after its refetch. Until then the
 * search screen is hidden; if the home shows no mentorship, it appears again.
 */
function useIsFound(list: MatchList | undefined): boolean {
  const client = useQueryClient()
  const isOver = list !== undefined && list.screen === 1 && list.waitingSince === null
  const [readFor, setReadFor] = useState<MatchList>()
  useEffect(() => {
    if (isOver) void refetchHome(client).then(() => setReadFor(list))
  }, [client, isOver, list])
  return isOver && readFor !== list
}

const useIsWide = mediaQuery('(min-width: 992px)')

type MatchingSideProps = { list: MatchList | undefined; isWide: boolean; onHistory: () => void }

/** A column; below 992 px a row. */
function MatchingSide({ list, isWide, onHistory }: MatchingSideProps) {
  const t = useText()
  const { displayName } = useProfile()
  return (
    <aside className={matchingSideCss.side} aria-label={t('matching.side')}>
      <p className={matchingSideCss.hello}>
        <small>{t('shell.hello')}</small> {displayName}
      </p>
      {list ? (
        <Beads
          className={matchingSideCss.steps}
          vertical={isWide}
          label={t('matching.steps')}
          stateLabels={{ done: t('matching.state.done'), now: t('matching.state.now'), next: t('matching.state.next') }}
          steps={stepsOf(list.screen, list).map(({ label, state }) => ({ label: t(label), state }))}
        />
      ) : (
        <div className={matchingSideCss.steps}>
          <Skeleton shape="block" height={isWide ? '112px' : '60px'} />
        </div>
      )}
      {isWide && <HistoryButton onOpen={onHistory} />}
    </aside>
  )
}

/** One dialog for the screen, because its two buttons depend on the width. Its script is loaded on first use. */
function useHistoryDialog() {
  const t = useText()
  const [Dialog, setDialog] = useState<ComponentType<HistoryDialogProps> | null>(null)
  const [isOpen, setOpen] = useState(false)

  async function handleOpen() {
    setOpen(true)
    if (Dialog) return
    try {
      const { HistoryDialog } = await history()
      setDialog(() => HistoryDialog)
    } catch {
      setOpen(false)
      showToast({ text: t('matching.history.lost'), tone: 'bad' })
    }
  }

  return { open: () => void handleOpen(), dialog: Dialog && <Dialog isOpen={isOpen} onClose={() => setOpen(false)} /> }
}

function HistoryButton({ onOpen }: { onOpen: () => void }) {
  const t = useText()
  return (
    <div>
      <Button kind="quiet" className={historyButtonCss.button} aria-haspopup="dialog" onClick={onOpen}>
        <Icon of={clock} size={18} />
        {t('matching.history.open')}
      </Button>
    </div>
  )
}
