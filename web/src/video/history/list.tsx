import type { MeetingHistoryItem } from '@saathi/contract/video/entities'
import { useQuery } from '@tanstack/react-query'
import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { text, smile } from '#core/ui/further-icons.ts'
import { type IconShape, file, play } from '#core/ui/icons.ts'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import css from './list.module.css'
import '../live.ts'
import { LazyReader } from './lazy-reader.tsx'
import type { ReaderKind } from './meeting-reader.tsx'
import { historyQuery, useRateSummary } from '../queries.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useProfile } from '#core/profile.ts'
import historyRatingCss from './rating.module.css'
import { Face, levels } from './rating-faces.tsx'

/** The recorded calls of a channel; the heading belongs to the parent. */
export function HistoryList({ channel }: { channel: number }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(historyQuery(channel))
  if (data && data.length === 0) return <p className={css.empty}>{t('video.history.empty')}</p>
  if (data)
    return (
      <ul className={css.list}>
        {data.map((item) => (
          <Meeting key={item.meetingRecordingId} channel={channel} item={item} />
        ))}
      </ul>
    )
  if (!error) return <LoadingBeads label={t('video.history.loading')} />
  return (
    <Failed
      small
      level={4}
      title={t('video.history.failed')}
      text={t(errorTextKey(error))}
      retryLabel={t('action.retry')}
      retrying={isFetching}
      retryingLabel={t('action.retrying')}
      onRetry={() => void refetch()}
    />
  )
}

function Meeting({ channel, item }: { channel: number; item: MeetingHistoryItem }) {
  const t = useText()
  const [kind, setKind] = useState<ReaderKind | null>(null)
  const when = dayAndTime(item.meetingDatetime, useLanguage())
  const { summaryTextFileUrl: summary, transcriptionTextFileUrl: transcript } = item
  return (
    <li className={css.meeting}>
      <div className={css.head}>
        <span>
          <time dateTime={item.meetingDatetime}>{when}</time>
          {item.minutes > 0 && <small className={css.length}>{t('video.history.minutes', { minutes: item.minutes })}</small>}
        </span>
        {summary && <HistoryRating item={item} when={when} />}
      </div>
      {!summary && !transcript && <p className={css.empty}>{t('video.history.noWords')}</p>}
      {summary && (
        <OpenButton icon={file} label={t('video.history.summaryOf', { when })} onOpen={() => setKind('summary')}>
          {t('video.history.summary')}
        </OpenButton>
      )}
      {transcript && (
        <OpenButton icon={text} label={t('video.history.transcriptOf', { when })} onOpen={() => setKind('transcript')}>
          {t('video.history.transcript')}
        </OpenButton>
      )}
      {item.recordingUrls.length > 0 && (
        <OpenButton icon={play} label={t('video.history.watchOf', { when })} onOpen={() => setKind('recording')}>
          {t('video.history.watch')}
        </OpenButton>
      )}
      <LazyReader channel={channel} meetingRecordingId={item.meetingRecordingId} kind={kind} onClose={() => setKind(null)} />
    </li>
  )
}

type OpenButtonProps = { icon: IconShape; label: string; onOpen: () => void; children: string }

const OpenButton = ({ icon, label, onOpen, children }: OpenButtonProps) => (
  <button type="button" className={css.file} aria-label={label} onClick={onOpen}>
    <Icon of={icon} size={18} />
    {children}
  </button>
)

type HistoryRatingProps = { item: MeetingHistoryItem; when: string }

/** Shows the current rating as a face; clicking it opens all five. */
function HistoryRating({ item: { meetingRecordingId, rating }, when }: HistoryRatingProps) {
  const t = useText()
  const { id } = useProfile()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending, isError, variables } = useRateSummary(id)
  const shown = isPending ? (variables?.mark ?? rating) : rating

  function close() {
    setOpen(false)
    button.current?.focus()
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
  }
  function handleRate(mark: number) {
    close()
    mutate({ meetingRecordingId, mark })
  }

  return (
    <div className={historyRatingCss.rating}>
      <button
        ref={button}
        type="button"
        className={historyRatingCss.face}
        aria-expanded={isOpen}
        aria-label={shown === null ? t('video.history.rate', { when }) : t('video.history.rated', { when, level: shown })}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={handleKeyDown}
      >
        {shown === null ? <Icon of={smile} size={22} /> : <Face rating={shown} />}
      </button>
      {isOpen && (
        <div className={historyRatingCss.faces} role="group" aria-label={t('video.rating.accuracy')}>
          {levels.map((level) => (
            <button
              key={level}
              type="button"
              className={historyRatingCss.face}
              aria-label={t(`video.rating.level.${level}`)}
              aria-pressed={level === rating}
              onClick={() => handleRate(level)}
              onKeyDown={handleKeyDown}
            >
              <Face rating={level} />
            </button>
          ))}
        </div>
      )}
      <span className={historyRatingCss.trouble} role="status">
        {isError && t('video.history.rateFailed')}
      </span>
    </div>
  )
}
