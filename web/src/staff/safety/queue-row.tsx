import * as desk from '@saathi/contract/safety/desk-calls'
import type { CaseRow } from '@saathi/contract/safety/case-entities'
import { Link, useNavigate } from '@tanstack/react-router'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { type Translate, useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Button, buttonClass } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { hand } from '#core/ui/further-icons.ts'
import { lock } from '#core/ui/icons.ts'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { Clock } from './clock.tsx'
import { HiddenBars, HiddenWords } from './hidden-words.tsx'
import { useCaseAct } from './queries.ts'
import css from './queue.module.css'

/** The title of a case. */
export const titleOf = ({ source, reason }: Pick<CaseRow, 'source' | 'reason'>, t: Translate): string =>
  reason ? t(`staff.safety.reason.${reason}`) : t(`staff.safety.source.${source === 'report' ? 'danger' : source}`)

/** Reporter, reported person, source and time of a case; without names. */
function metaOf({ reporterRole, concernedRole, kind, openedAt, programme }: CaseRow, t: Translate, language: string): string {
  const who = reporterRole && t('staff.safety.by', { role: t(`profile.role.${reporterRole}`) })
  const about = concernedRole && t('staff.safety.about', { role: t(`profile.role.${concernedRole}`) })
  const from = kind && t(`staff.safety.kind.${kind}`)
  return [who, about, from, programme, dayAndTime(openedAt, language)].filter(Boolean).join(' · ')
}

export function QueueRow({ row }: { row: CaseRow }) {
  const t = useText()
  const language = useLanguage()
  const navigate = useNavigate()
  const { personId } = useProfileId()
  const { id, takenBy, takenAt, state, waitsForYou, words, kind, isUrgent } = row
  const open = { to: '/staff/safety/$caseId', params: { caseId: String(id) } } as const
  const taking = useCaseAct(desk.takeCase, () => void navigate(open))
  const isMine = takenBy?.personId === personId
  const label = t('staff.safety.case', { id })
  return (
    <li className={css.row} data-case={id}>
      <div>
        {waitsForYou ? (
          <Chip tone="warm">{t('staff.safety.waitsForYou')}</Chip>
        ) : (
          state !== 'closed' && <Clock openedAt={row.openedAt} dueAt={row.dueAt} isUrgent={isUrgent} isStopped={row.isAnswered} />
        )}
      </div>
      <div className={css.what}>
        <h3>
          <Link {...open}>{titleOf(row, t)}</Link>
        </h3>
        <p className={css.meta}>{metaOf(row, t, language)}</p>
        {words !== null && <HiddenWords words={words} label={t('staff.safety.wordsHidden')} />}
        {kind !== null && (
          <span className={css.evidence}>
            <HiddenBars label={t('staff.safety.evidenceHidden')} />
            <Link {...open} hash="messages" className={buttonClass({ kind: 'quiet', size: 'sm' })}>
              <Icon of={lock} size={16} /> {t('staff.safety.askToRead')}
            </Link>
          </span>
        )}
        <RefusalNote error={taking.error} />
      </div>
      <div className={css.acts}>
        {takenBy !== null && (
          <p>
            <b>{isMine ? t('staff.safety.you') : (takenBy.name ?? t('staff.look.former'))}</b>
            {takenAt !== null && <small>{t('staff.safety.since', { time: dayAndTime(takenAt, language) })}</small>}
          </p>
        )}
        {takenBy === null && state === 'open' ? (
          <Button
            kind={isUrgent ? 'primary' : 'soft'}
            size="sm"
            data-act="take"
            aria-label={`${t('staff.safety.take')}: ${label}`}
            busy={taking.isPending}
            busyLabel={t('staff.busy')}
            onClick={() => taking.mutate({ params: { id }, body: {} })}
          >
            <Icon of={hand} size={16} /> {t('staff.safety.take')}
          </Button>
        ) : (
          <Link
            {...open}
            className={buttonClass({ kind: 'soft', size: 'sm' })}
            aria-label={`${t('staff.safety.open')}: ${label}`}
          >
            {t(waitsForYou && state === 'to_sign_off' ? 'staff.safety.toSignOff' : 'staff.safety.open')}
          </Link>
        )}
        {state === 'open' && (takenBy === null || isMine) && (
          <Link
            {...open}
            hash="give"
            data-act="give"
            className={buttonClass({ kind: 'quiet', size: 'sm' })}
            aria-label={`${t('staff.safety.give')}: ${label}`}
          >
            {t('staff.safety.give')}
          </Link>
        )}
      </div>
    </li>
  )
}

/** The reader's id, in the form in which cases identify people. */
export function useProfileId(): { personId: number } {
  return { personId: useProfile().id }
}
