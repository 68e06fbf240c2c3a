import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton } from '#core/ui/skeleton.tsx'
import { QueryStates } from '../../kit/query-states.tsx'
import { deskQuery } from '../queries.ts'
import css from './desk.module.css'
import { Next } from './next.tsx'
import { Signals } from './signals.tsx'
import { Tasks } from './tasks.tsx'

/** What waits for the author, where learners struggle, and what goes out next. */
export function Desk() {
  const t = useText()
  const query = useQuery(deskQuery)
  return (
    <div className={css.desk}>
      <QueryStates query={query} pending={<Pending />}>
        {({ tasks, signals, next }) => (
          <div className={css.cards}>
            <DeskCard title={t('staff.content.desk.tasks')} none={tasks.length === 0 && t('staff.content.desk.noTasks')}>
              <Tasks tasks={tasks} />
            </DeskCard>
            <DeskCard title={t('staff.content.desk.signals')} none={signals.length === 0 && t('staff.content.desk.noSignals')}>
              <Signals signals={signals} />
            </DeskCard>
            <DeskCard title={t('staff.content.desk.next')} none={next.length === 0 && t('staff.content.desk.noNext')}>
              <Next next={next} />
            </DeskCard>
          </div>
        )}
      </QueryStates>
    </div>
  )
}

type DeskCardProps = { title: string; /** Shown instead of the content. */ none: string | false; children: ReactNode }

function DeskCard({ title, none, children }: DeskCardProps) {
  return (
    <Card className={css.card} aria-label={title}>
      <h2>{title}</h2>
      {none ? <p className={css.hint}>{none}</p> : children}
    </Card>
  )
}

const Pending = () => (
  <div className={css.cards}>
    {[0, 1, 2].map((place) => (
      <Skeleton key={place} shape="block" height={148} />
    ))}
  </div>
)
