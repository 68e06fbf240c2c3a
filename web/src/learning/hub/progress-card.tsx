import { isMentor, type Role } from '@saathi/contract/accounts/roles'
import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/progress'
import type { TextKey } from '@saathi/contract/texts'
import companions from '#art/companions.svg'
import { type Translate, useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { bag, pair } from '#core/ui/icons.ts'
import { type Bead, Beads } from '#core/ui/progress/beads.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { twoDigits, type Unlock } from '../unlock.ts'
import css from './progress-card.module.css'
import progressSkeletonCss from './progress-skeleton.module.css'

type ProgressCardProps = {
  unlock: Unlock
  role: Role
  /** All available sessions; undefined while loading. */
  total: number | undefined
}

/** Progress towards the mentor as beads; once unlocked, progress through all sessions. */
export function ProgressCard({ unlock, role, total }: ProgressCardProps) {
  const t = useText()
  const { title, sub } = wordsOf(unlock, role)
  const { completed, remaining } = unlock
  const isOnTheWay = unlock.goal !== 'none' && !unlock.isOpen
  const left = isOnTheWay ? remaining : total === undefined ? undefined : Math.max(0, total - completed)
  return (
    <Card className={css.card} aria-labelledby="hub-progress">
      <div className={css.words}>
        <h1 id="hub-progress">{t(title, { remaining })}</h1>
        <p className={css.sub}>{t(sub, { total: SESSIONS_TO_UNLOCK })}</p>
        <dl className={css.numbers}>
          <Number value={completed} label={t('learning.completed')} />
          {left !== undefined && <Number value={left} label={t('learning.remaining')} />}
        </dl>
      </div>
      <img className={css.drawing} src={companions} alt="" width={210} height={140} />
      {isOnTheWay ? (
        <Beads
          wordless
          className={css.beads}
          steps={beadsOf(unlock, t)}
          label={t('learning.progress.beads', { completed, total: SESSIONS_TO_UNLOCK })}
          stateLabels={{ done: t('learning.bead.done'), now: t('learning.bead.now'), next: t('learning.bead.next') }}
        />
      ) : (
        total && (
          <Thread
            className={css.thread}
            value={(completed / total) * 100}
            label={t('learning.status.thread')}
            valueText={t('learning.progress.beads', { completed, total })}
          />
        )
      )}
    </Card>
  )
}

function Number({ value, label }: { value: number; label: string }) {
  return (
    <div className={css.number}>
      <dt>{label}</dt>
      <dd>{twoDigits(value)}</dd>
    </div>
  )
}

function beadsOf({ goal, completed }: Unlock, t: Translate): Bead[] {
  const sessions = Array.from({ length: SESSIONS_TO_UNLOCK }, (_, index): Bead => {
    const state = index < completed ? 'done' : index === completed ? 'now' : 'next'
    return { label: t('learning.progress.bead', { number: index + 1 }), state }
  })
  const isInternship = goal === 'internship'
  const label = t(isInternship ? 'learning.progress.goal.internship' : 'learning.progress.goal.mentorship')
  return [...sessions, { label, state: 'next', icon: isInternship ? bag : pair }]
}

function wordsOf({ goal, remaining, isOpen }: Unlock, role: Role): { title: TextKey; sub: TextKey } {
  if (goal === 'none') return { title: 'learning.progress.none.title', sub: 'learning.progress.none.sub' }
  const name = goal === 'internship' ? 'internship' : 'mentor'
  if (isOpen) return { title: `learning.progress.${name}.open`, sub: `learning.progress.${name}.openSub` }
  if (remaining === 0) return { title: `learning.progress.${name}.done`, sub: `learning.progress.${name}.doneSub` }
  const toMentee = goal === 'mentorship' && isMentor(role)
  return {
    title: toMentee ? 'learning.progress.mentee.title' : `learning.progress.${name}.title`,
    sub: `learning.progress.${name}.sub`,
  }
}

export function StatusSkeleton() {
  const t = useText()
  return (
    <Card>
      <SkeletonGroup label={t('learning.loading')} className={progressSkeletonCss.lines}>
        <Skeleton shape="block" height="132px" />
        <Skeleton width="70%" height="26px" />
        <Skeleton width="90%" />
        <Skeleton height="8px" />
        <Skeleton height="44px" />
      </SkeletonGroup>
    </Card>
  )
}
