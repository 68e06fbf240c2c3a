import type { PersonFacts } from '@saathi/contract/staff/people-calls'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { shortDay } from '#core/i18n/india-time.ts'
import css from './people.module.css'

const FIRST_SESSIONS = 5
type Step = { key: 'signedUp' | 'sessions' | 'survey' | 'matched'; at: string | null; isDone: boolean }

/** The steps that every member passes before the mentorship. */
export function stepsOf({ joinedAt, isVerified, learning, surveys, mentorships }: PersonFacts): Step[] {
  const survey = surveys.find(({ status }) => status === 'done')
  const mentorship = mentorships.at(-1)
  return [
    { key: 'signedUp', at: joinedAt, isDone: isVerified },
    { key: 'sessions', at: null, isDone: learning.doneCount >= FIRST_SESSIONS },
    { key: 'survey', at: survey?.at ?? null, isDone: survey !== undefined },
    { key: 'matched', at: mentorship?.startedAt ?? null, isDone: mentorship !== undefined },
  ]
}

type Entry = { key: string; at: string; title: string; text: string; isCurrent?: boolean }

/** The person's history, newest first, derived from the facts. */
export function Timeline({ person }: { person: PersonFacts }) {
  const t = useText()
  const language = useLanguage()
  const { learning, surveys, mentorships, match, joinedAt } = person
  const entries: Entry[] = []
  for (const { id, partners, startedAt, endedAt, sessionsDone, callCount, lastCallAt } of mentorships) {
    const names = partners.map(({ name }) => name).join(', ')
    if (endedAt) entries.push({ key: `end ${id}`, at: endedAt, title: t('staff.happened.ended'), text: names })
    if (lastCallAt) {
      const text = t('staff.happened.callsText')
      entries.push({ key: `calls ${id}`, at: lastCallAt, title: t('staff.happened.calls', { count: callCount }), text })
    }
    const text = t('staff.happened.startedText', { count: sessionsDone })
    const title = t('staff.happened.started', { names })
    entries.push({ key: `start ${id}`, at: startedAt, title, text, isCurrent: endedAt === null })
  }
  if (match.waitsSince) {
    const text = t('staff.happened.waitsText', { count: match.openOffers })
    entries.push({ key: 'waits', at: match.waitsSince, title: t('staff.happened.waits'), text, isCurrent: true })
  }
  for (const { id, name, status, at } of surveys) {
    if (at) entries.push({ key: `survey ${id}`, at, title: name, text: t(`staff.happened.survey.${status}`) })
  }
  if (learning.lastAt) {
    const text = t('staff.happened.sessionsText', { count: learning.startedCount })
    const title = t('staff.happened.sessions', { count: learning.doneCount })
    entries.push({ key: 'sessions', at: learning.lastAt, title, text })
  }
  entries.push({ key: 'joined', at: joinedAt, title: t('staff.happened.joined'), text: '' })
  return (
    <ol className={css.timeline}>
      {entries
        .toSorted((a, b) => (a.at < b.at ? 1 : -1))
        .map(({ key, at, title, text, isCurrent }) => (
          <li key={key} data-current={isCurrent || undefined}>
            <p>
              <b>{title}</b>
              <time dateTime={at}>{shortDay(at, language)}</time>
            </p>
            {text && <small>{text}</small>}
          </li>
        ))}
    </ol>
  )
}
