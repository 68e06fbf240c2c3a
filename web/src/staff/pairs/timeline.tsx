import type { PairFacts } from '@saathi/contract/staff/pair-calls'
import { dayAndTime, shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import css from './pairs.module.css'

/** Every session with its day, who has finished it, and what is late. */
export function Sessions({ pair: { members, sessions, endedAt } }: { pair: PairFacts }) {
  const t = useText()
  const language = useLanguage()
  const inside = members.filter(({ part, leftAt }) => part !== 'pair_manager' && (leftAt === null || endedAt !== null))
  const namesOf = (ids: readonly number[]) => inside.filter(({ id }) => ids.includes(id)).map(({ firstName }) => firstName)
  return (
    <Card>
      <h2>{t('staff.pair.sessions')}</h2>
      {sessions.length === 0 && <p className={css.hint}>{t('staff.pair.noSessions')}</p>}
      <ol className={css.line}>
        {sessions.map(({ id, title, endDate, doneBy, startedBy }) => {
          const isDone = inside.length > 0 && inside.every((member) => doneBy.includes(member.id))
          const isLate = !isDone && endedAt === null && new Date(endDate).getTime() < serverNow()
          const text = isDone
            ? t('staff.pair.doneByAll')
            : doneBy.length > 0
              ? t('staff.pair.doneBy', { names: namesOf(doneBy).join(', ') })
              : t(startedBy.length > 0 ? 'staff.pair.begun' : 'staff.pair.notBegun')
          return (
            <li key={id} data-state={isDone ? 'done' : startedBy.length > 0 ? 'now' : 'next'}>
              <p>
                <b dir="auto">{title}</b>
                <time dateTime={endDate} data-late={isLate || undefined}>
                  {t(isLate ? 'staff.pair.wasDue' : 'staff.pair.due', { day: shortDay(endDate, language) })}
                </time>
              </p>
              <small>{text}</small>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

const SHOWN_CALLS = 12

/** When they talked and for how long, never about what. */
export function Calls({ pair: { calls, callCount } }: { pair: PairFacts }) {
  const t = useText()
  const language = useLanguage()
  return (
    <Card>
      <h2>{t('staff.pair.callsTitle')}</h2>
      {callCount === 0 ? (
        <p className={css.hint}>{t('staff.pair.noCalls')}</p>
      ) : (
        <>
          <ul className={css.calls}>
            {calls.slice(0, SHOWN_CALLS).map(({ startedAt, minutes }) => (
              <li key={startedAt}>
                <Chip tone={minutes > 0 ? 'ok' : 'plain'}>
                  {t('staff.pair.call', { when: dayAndTime(startedAt, language), count: minutes })}
                </Chip>
              </li>
            ))}
          </ul>
          <p className={css.hint}>
            {t('staff.pair.callsRule', { shown: Math.min(SHOWN_CALLS, calls.length), count: callCount })}
          </p>
        </>
      )}
    </Card>
  )
}
