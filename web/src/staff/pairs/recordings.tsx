import type { StaffMeeting } from '@saathi/contract/video/staff-calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { type Column, Table } from '../kit/table.tsx'
import css from './pairs.module.css'
import { recordingsQuery, useRetryRecording } from './queries.ts'

const tones: Readonly<Record<StaffMeeting['state'], ChipTone>> = { recording: 'info', making: 'info', failed: 'bad', ready: 'ok' }

/** Recorded calls without transcript or summary yet; of one pair, or of all that the reader may see. */
export function Recordings({ mentorship }: { mentorship?: number }) {
  const t = useText()
  const language = useLanguage()
  const recordings = useQuery(recordingsQuery(mentorship))
  const retrying = useRetryRecording(() => showToast({ text: t('staff.recordings.retried') }))
  const columns: Column<StaffMeeting>[] = [
    {
      key: 'call',
      head: t('staff.recordings.call'),
      isTitle: true,
      renderCell: ({ mentorship: id, people, programme, startedAt }) => (
        <span className={css.words}>
          {mentorship === undefined ? (
            <Link to="/staff/pairs/$mentorshipId" params={{ mentorshipId: String(id) }} className={css.name}>
              <b dir="auto">{people.join(', ')}</b>
            </Link>
          ) : (
            <b>{dayAndTime(startedAt, language)}</b>
          )}
          <small>{mentorship === undefined ? `${programme} · ${dayAndTime(startedAt, language)}` : programme}</small>
        </span>
      ),
    },
    {
      key: 'state',
      head: t('staff.pairs.state'),
      renderCell: ({ state, step }) => (
        <Chip tone={tones[state]}>{t(`staff.recordings.state.${state}`, { step: t(`staff.recordings.step.${step}`) })}</Chip>
      ),
    },
    {
      key: 'error',
      head: t('staff.recordings.error'),
      renderCell: ({ lastError, attempts }) =>
        lastError === null ? t('staff.recordings.noError') : `${lastError} ${t('staff.recordings.tries', { count: attempts })}`,
    },
    {
      key: 'retry',
      head: <span className="sr">{t('staff.recordings.retry')}</span>,
      renderCell: ({ meetingRecordingId: id, state, people }) =>
        state === 'failed' && (
          <Button
            size="sm"
            kind="soft"
            busy={retrying.isPending && retrying.variables === id}
            busyLabel={t('staff.busy')}
            aria-label={`${t('staff.recordings.retry')}: ${people.join(', ')}`}
            onClick={() => retrying.mutate(id)}
          >
            {t('staff.recordings.retry')}
          </Button>
        ),
    },
  ]
  return (
    <>
      {mentorship === undefined && <p className={css.hint}>{t('staff.recordings.text')}</p>}
      <RefusalNote error={retrying.error} />
      <QueryStates query={recordings}>
        {(rows) =>
          rows.length === 0 ? (
            mentorship === undefined ? (
              <Empty title={t('staff.recordings.none')} />
            ) : (
              <p className={css.hint}>{t('staff.recordings.none')}</p>
            )
          ) : (
            <Table label={t('staff.recordings.title')} columns={columns} rows={rows} rowKey={(row) => row.meetingRecordingId} />
          )
        }
      </QueryStates>
    </>
  )
}
