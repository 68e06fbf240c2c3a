import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { FoundTimes } from '@saathi/contract/calendar/time-calls'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { plainDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { HomeFailed, useNow } from '#mentorship/public.ts'
import { isRefusedWith, refusalText } from '../event-refusal.ts'
import { SessionField } from '../events/session-field.tsx'
import { useSessions } from '../events/session-queries.ts'
import { AllTimes, TimesFoot } from './all-times.tsx'
import { TimeChoices } from './choices.tsx'
import { dayAndClock, daysUntil } from './names.ts'
import css from './page.module.css'
import { keyFor, type TimeRequest, timesQuery, useAskForTime } from './queries.ts'

const LENGTHS = [15, 30, 45, 60] as const
const NOTE_MAX = 200

type FindTimeProps = { mentorship: Mentorship; event: CalendarEvent | null }

export function FindTime({ mentorship, event }: FindTimeProps) {
  const t = useText()
  const language = useLanguage()
  const navigate = useNavigate()
  const me = useProfile()
  const [minutes, setMinutes] = useState<number>(event?.minutes ?? 30)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAll, setAll] = useState(false)
  const [note, setNote] = useState('')
  const [session, setSession] = useState<number | null>(null)
  const [isTried, setTried] = useState(false)
  const lastSent = useRef({ text: '', key: '' })
  const query = useQuery(timesQuery(mentorship.id, minutes, event?.id))
  const asking = useAskForTime(mentorship.id)
  const { choices = [] } = useSessions(mentorship.id)
  const about = session ?? choices[0]?.id ?? null

  const [only] = mentorship.partners
  const partner = mentorship.partners.length === 1 && mentorship.groupType === '1to1' ? only : undefined
  const who = partner?.firstName ?? t('findTime.group')
  // The person who planned the event can move it; others propose a time.
  const isMine = event !== null && event.createdBy === me.id
  const kind = event === null ? 'ask' : isMine || mentorship.part === 'pair_manager' ? 'move' : 'propose'
  const at = chosen ?? query.data?.suggested[0]?.at ?? null

  function submit() {
    setTried(true)
    if (at === null || (kind === 'ask' && about === null)) return
    const names = [me.firstName, ...mentorship.partners.map(({ firstName }) => firstName)].join(', ')
    const body = {
      title: t('findTime.event', { names }).slice(0, 120),
      isPairGroupCall: true,
      eventFrequency: 'NONE' as const,
      scheduledTime: at,
      minutes,
      sessionId: about,
    }
    lastSent.current = keyFor(lastSent.current, JSON.stringify([kind, body, note]))
    const idempotencyKey = lastSent.current.key
    const request: TimeRequest =
      event === null
        ? { kind: 'ask', body, idempotencyKey }
        : kind === 'move'
          ? { kind, event, at, minutes }
          : { kind: 'propose', event, at, note: note.trim(), idempotencyKey }
    asking.mutate(request, {
      onSuccess: (saved) => {
        showToast({ text: t('findTime.sent', { who }), tone: 'ok' })
        void navigate({
          to: '/mentorship',
          search: { mentorship: mentorship.id, calendar: plainDay(saved.scheduledTime) },
        })
      },
    })
  }

  return (
    <div className={isAll ? css.wide : css.narrow}>
      <header className={css.head}>
        <span className={css.faces}>
          <Avatar size="lg" name={`${me.firstName} ${me.lastName}`} picture={me.picture} />
          {partner && <Avatar size="lg" name={partner.userFullName} picture={partner.displayPicture} />}
        </span>
        <div>
          <h1>{t(event ? 'findTime.other' : partner ? 'findTime.with' : 'findTime.withGroup', { who })}</h1>
          <p>{t(isAll ? 'findTime.sub.all' : event ? 'findTime.sub.other' : 'findTime.sub', { minutes })}</p>
        </div>
      </header>
      {kind !== 'propose' && (
        <div className={css.lengths} role="group" aria-label={t('findTime.length')}>
          {LENGTHS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === minutes}
              onClick={() => {
                setMinutes(each)
                setChosen(null)
              }}
            >
              {t('findTime.minutes', { minutes: each })}
            </button>
          ))}
        </div>
      )}
      {query.data ? (
        <>
          <Times
            times={query.data}
            isAll={isAll}
            minutes={minutes}
            value={at}
            mentorship={mentorship}
            who={who}
            onChoose={setChosen}
            onAll={() => setAll(true)}
          />
          {kind === 'ask' && (
            <SessionField
              mentorship={mentorship.id}
              base={null}
              value={about}
              repeats={false}
              error={isTried && about === null ? t('calendar.problem.required') : undefined}
              onChange={setSession}
            />
          )}
          {kind === 'propose' && (
            <Field label={t('findTime.note')}>
              <TextInput maxLength={NOTE_MAX} dir="auto" value={note} onChange={(change) => setNote(change.target.value)} />
            </Field>
          )}
          {asking.error && (
            <Note tone="bad" live="alert">
              {t(refusalText(asking.error))}
            </Note>
          )}
          <div className={css.bar}>
            <Button
              kind="primary"
              size="lg"
              block
              busy={asking.isPending}
              busyLabel={t('findTime.sending')}
              disabled={at === null}
              onClick={submit}
            >
              {at === null ? t('findTime.choose') : t(`findTime.do.${kind}`, { who, when: dayAndClock(at, language) })}
            </Button>
          </div>
        </>
      ) : isRefusedWith(query.error, 'calendar.paused') ? (
        <Note tone="info">{t('findTime.paused')}</Note>
      ) : query.error ? (
        <HomeFailed title={t('findTime.failed')} query={query} />
      ) : (
        <SkeletonGroup label={t('findTime.loading')} className={css.rows}>
          <Skeleton shape="block" height="66px" />
          <Skeleton shape="block" height="66px" />
          <Skeleton shape="block" height="66px" />
        </SkeletonGroup>
      )}
    </div>
  )
}

type TimesProps = {
  times: FoundTimes
  isAll: boolean
  minutes: number
  value: string | null
  mentorship: Mentorship
  who: string
  onChoose: (at: string) => void
  onAll: () => void
}

/** Three suggested times with a sentence about them, or all times. */
function Times({ times, isAll, minutes, value, mentorship, who, onChoose, onAll }: TimesProps) {
  const t = useText()
  const now = useNow()
  const why = whyNot(times)
  const relativeDay = (days: number) =>
    days > 1 ? t('findTime.in', { days }) : t(days === 0 ? 'findTime.today' : 'findTime.tomorrow')
  return (
    <>
      {why && <Note tone={times.slots.length > 0 ? 'info' : 'warn'}>{t(`findTime.why.${why}`, { who })}</Note>}
      {isAll ? (
        <AllTimes times={times} minutes={minutes} value={value} onChoose={onChoose} />
      ) : (
        <TimeChoices
          legend={t('findTime.suggested')}
          minutes={minutes}
          value={value}
          times={times.suggested.map(({ at, isUsual }) => ({
            at,
            sub: [relativeDay(daysUntil(at, now)), ...(isUsual ? [t('findTime.usual')] : [])].join(' · '),
          }))}
          onChoose={onChoose}
        />
      )}
      <TimesFoot times={times} isAll={isAll} mentorship={mentorship.id} onAll={onAll} />
    </>
  )
}

/** Why it is not certain that a time suits everybody; null if some times do. */
function whyNot({ slots, isApart, freeHours, areOthersKnown }: FoundTimes) {
  if (freeHours === null) return areOthersKnown ? 'mine' : 'nobody'
  if (!areOthersKnown) return 'theirs'
  if (isApart) return 'apart'
  return slots.length === 0 ? 'full' : null
}
