import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Beads } from '#core/ui/beads.tsx'
import { mediaQuery } from '#core/ui/media-query.ts'
import { Skeleton } from '#core/ui/skeleton.tsx'
import { HistoryButton } from './history-button.tsx'
import css from './matching-side.module.css'
import type { MatchList } from './queries.ts'
import { stepsOf } from './steps.ts'

export const useIsWide = mediaQuery('(min-width: 992px)')

type MatchingSideProps = { list: MatchList | undefined; isWide: boolean; onHistory: () => void }

/** A column; below 992 px a row. */
export function MatchingSide({ list, isWide, onHistory }: MatchingSideProps) {
  const t = useText()
  const { displayName } = useProfile()
  return (
    <aside className={css.side} aria-label={t('matching.side')}>
      <p className={css.hello}>
        <small>{t('shell.hello')}</small> {displayName}
      </p>
      {list ? (
        <Beads
          className={css.steps}
          vertical={isWide}
          label={t('matching.steps')}
          stateLabels={{ done: t('matching.state.done'), now: t('matching.state.now'), next: t('matching.state.next') }}
          steps={stepsOf(list.screen, list).map(({ label, state }) => ({ label: t(label), state }))}
        />
      ) : (
        <div className={css.steps}>
          <Skeleton shape="block" height={isWide ? '112px' : '60px'} />
        </div>
      )}
      {isWide && <HistoryButton onOpen={onHistory} />}
    </aside>
  )
}
