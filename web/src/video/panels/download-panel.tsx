import { useQuery } from '@tanstack/react-query'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { saveFile } from '#core/save-file.ts'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { findRecordingSoFar } from '../queries.ts'
import type { Consent } from '../stage/use-call.ts'
import { captionText } from './download.ts'
import css from './panels.module.css'

/** Not cached: the recording grows, and its links expire soon. */
export function DownloadPanel({ roomId, title }: { roomId: string; title: string }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['video', 'recording', roomId],
    queryFn: () => findRecordingSoFar(roomId),
    staleTime: 0,
    gcTime: 0,
  })
  if (error)
    return (
      <Failed
        level={3}
        title={t('call.download.failed')}
        text={t(errorTextKey(error))}
        retryLabel={t('action.retry')}
        retrying={isFetching}
        retryingLabel={t('action.retrying')}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <LoadingBeads label={t('call.download.loading')} />
  const { files, captions } = data
  if (files.length + captions.length === 0) return <p className={css.quiet}>{t('call.download.empty')}</p>
  return (
    <>
      {files.map(({ id, name, url }, place) => (
        <ButtonLink key={id} kind="line" href={url} download={name}>
          {t('call.download.part', { number: place + 1 })}
        </ButtonLink>
      ))}
      {captions.length > 0 && (
        <Button kind="line" onClick={() => saveFile(`${title}.txt`, new Blob([captionText(captions)], { type: 'text/plain' }))}>
          {t('call.download.captions')}
        </Button>
      )}
    </>
  )
}

type ForgetPanelProps = { consent: Consent; onDone: (text: string | null) => void }

/** Shown after consent is withdrawn: offers to delete what was recorded before. */
export function ForgetPanel({ consent, onDone }: ForgetPanelProps) {
  const t = useText()

  async function handleDelete() {
    const isDone = await consent.give(false, true)
    onDone(t(isDone ? 'call.forget.done' : 'call.consent.failed'))
  }

  return (
    <>
      <p>{t('call.forget.text')}</p>
      <Button kind="danger" busy={consent.isPending} onClick={() => void handleDelete()}>
        {t('call.forget.delete')}
      </Button>
      <Button kind="line" onClick={() => onDone(null)}>
        {t('call.forget.keep')}
      </Button>
    </>
  )
}
