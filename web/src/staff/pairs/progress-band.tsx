import type { PairFacts } from '@saathi/contract/staff/pair-calls'
import { DAY_MS } from '@saathi/contract/core/time'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import css from './pairs.module.css'

/** How far they have come together, and the counts of the mentorship. */
export function ProgressBand({ pair: { members, sessions, sessionsDone, callCount, calls, channels } }: { pair: PairFacts }) {
  const t = useText()
  const shown = members.filter(({ part, leftAt }) => part !== 'pair_manager' && leftAt === null)
  const all = sessions.length
  const share = (done: number) => (all === 0 ? 0 : Math.round((100 * done) / all))
  const lastCall = calls[0]?.startedAt
  const days = lastCall === undefined ? null : Math.max(0, Math.floor((serverNow() - new Date(lastCall).getTime()) / DAY_MS))
  const messages = channels.reduce((sum, { messageCount }) => sum + messageCount, 0)
  return (
    <section className={css.band} aria-label={t('staff.pair.progress')}>
      {shown.length === 2 && (
        <div className={css.track}>
          <div className={css.bar}>
            <i style={{ inlineSize: `${share(Math.max(...shown.map((each) => each.sessionsDone)))}%` }} />
            {shown.map(({ id, part, name, firstName, picture, sessionsDone: done }) => (
              <span key={id} className={css.bead} data-part={part} style={{ insetInlineStart: `${share(done)}%` }}>
                <Avatar name={name} picture={picture} size="sm" />
                <small>{t('staff.pair.done', { name: firstName, count: done })}</small>
              </span>
            ))}
          </div>
        </div>
      )}
      <dl>
        <div>
          <dt>{t('staff.pair.sessionsOf', { count: all })}</dt>
          <dd>{sessionsDone}</dd>
        </div>
        <div>
          <dt>{t('staff.pair.calls', { count: callCount })}</dt>
          <dd>{callCount}</dd>
        </div>
        <div>
          <dt>{t('staff.pair.sinceCall', { count: days ?? 0 })}</dt>
          <dd>{days ?? '–'}</dd>
        </div>
        <div>
          <dt>{t('staff.pair.messageWord', { count: messages })}</dt>
          <dd>{messages}</dd>
        </div>
      </dl>
    </section>
  )
}
