import type { PairFacts } from '@saathi/contract/staff/pair-calls'
import { DAY_MS } from '@saathi/contract/core/time'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import css from './pairs.module.css'

const daysSince = (at: string | undefined): number | null =>
  at === undefined ? null : Math.max(0, Math.floor((serverNow() - new Date(at).getTime()) / DAY_MS))

/** The sessions that each member has completed, and the counts of the mentorship. */
export function ProgressBand({ pair }: { pair: PairFacts }) {
  const { members, sessions, sessionsDone } = pair
  const t = useText()
  const shown = members.filter(({ part, leftAt }) => part !== 'pair_manager' && leftAt === null)
  const all = sessions.length
  const share = (done: number) => (all === 0 ? 0 : Math.round((100 * done) / all))
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
        {pair.work ? <MeetingFigures work={pair.work} /> : <CallFigures pair={pair} />}
      </dl>
    </section>
  )
}

type Figure = { value: string | number; text: string }

function Figures({ of }: { of: readonly Figure[] }) {
  return of.map(({ value, text }) => (
    <div key={text}>
      <dt>{text}</dt>
      <dd>{value}</dd>
    </div>
  ))
}

/** For those who look after the pair: meetings, and the next planned contact. */
function MeetingFigures({ work: { meetings, meetingCount, planned } }: { work: NonNullable<PairFacts['work']> }) {
  const t = useText()
  const language = useLanguage()
  const days = daysSince(meetings[0]?.at)
  const next = planned[0]?.on
  return (
    <Figures
      of={[
        { value: meetingCount, text: t('staff.pair.meetingWord', { count: meetingCount }) },
        { value: days ?? '–', text: t('staff.pair.sinceMeeting', { count: days ?? 0 }) },
        { value: next ? shortDay(`${next}T06:00:00Z`, language) : '–', text: t('staff.pair.nextContact') },
      ]}
    />
  )
}

function CallFigures({ pair: { callCount, calls, channels } }: { pair: PairFacts }) {
  const t = useText()
  const days = daysSince(calls[0]?.startedAt)
  const messages = channels.reduce((sum, { messageCount }) => sum + messageCount, 0)
  return (
    <Figures
      of={[
        { value: callCount, text: t('staff.pair.calls', { count: callCount }) },
        { value: days ?? '–', text: t('staff.pair.sinceCall', { count: days ?? 0 }) },
        { value: messages, text: t('staff.pair.messageWord', { count: messages }) },
      ]}
    />
  )
}
