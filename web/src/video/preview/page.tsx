import type { CallPreview } from '@saathi/contract/video/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Failed } from '#core/ui/failed.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { isDataLight } from '#core/data-light.ts'
import { NoAccessCard } from '../join/visit-card.tsx'
import { previewQuery, roomQuery, useStartCall } from '../queries.ts'
import { useInertBackground } from '../stage/head.tsx'
import { storeConsent, storeDevices } from '../stored-call.ts'
import { accessErrorOf } from '../call-state.ts'
import { BeforeCall } from './before-call.tsx'
import css from './before-call.module.css'
import { useOwnMedia } from './use-own-media.ts'

const Params = z.object({ channelId: z.optional(z.coerce.number()) })

/** Before a call rings: the people called, camera and microphone checks, and the question about recording. */
export function PreviewPage() {
  const t = useText()
  const params: unknown = useParams({ strict: false })
  const channel = z.safeParse(Params, params).data?.channelId ?? 0
  const { data, error, refetch } = useQuery(previewQuery(channel))
  const refusal = accessErrorOf(error)
  return (
    <>
      <title>{`${t('video.title')} · ${t('app.name')}`}</title>
      {data ? (
        data.preview.room === null ? (
          <Preview channel={channel} preview={data.preview} roundTripMs={data.roundTripMs} />
        ) : (
          <Navigate to="/video/join-meeting/$roomId" params={{ roomId: data.preview.room }} replace />
        )
      ) : refusal ? (
        <NoAccessCard reason={refusal} />
      ) : error ? (
        <Failed
          level={1}
          title={t('video.failed')}
          text={t(errorTextKey(error))}
          retryLabel={t('action.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingBeads label={t('video.preview.loading')} />
      )}
    </>
  )
}

type PreviewProps = { channel: number; preview: CallPreview; roundTripMs: number }

function Preview({ channel, preview, roundTripMs }: PreviewProps) {
  const t = useText()
  const router = useRouter()
  const client = useQueryClient()
  const pageRef = useInertBackground()
  const [consent, setConsent] = useState<boolean | null>(null)
  const own = useOwnMedia({ microphone: true, camera: !isDataLight() })
  const { mutate, isPending, error } = useStartCall()

  function handleCall() {
    if (consent === null || isPending) return
    mutate(
      { channel, consent },
      {
        onSuccess: (room) => {
          storeConsent(room.room, consent, serverNow())
          // Stores the chosen devices, not the open ones: they may still be opening when somebody calls at once.
          storeDevices(room.room, serverNow(), own.selected)
          client.setQueryData(roomQuery(room.room).queryKey, room)
          void router.navigate({ to: '/video/join-meeting/$roomId', params: { roomId: room.room }, replace: true })
        },
      },
    )
  }

  const isClosed = error instanceof ApiError && error.code === 'video.closed'
  return (
    <section ref={pageRef} className={css.page} aria-label={t('video.title')}>
      <BeforeCall
        preview={preview}
        own={own}
        isFast={roundTripMs < FAST_MS}
        consent={consent}
        onConsent={setConsent}
        isCalling={isPending}
        trouble={error && t(isClosed ? 'video.start.closed' : errorTextKey(error))}
        onCall={handleCall}
        cancel={<Link to="/chat/messenger" search={{ channel }} replace />}
      />
    </section>
  )
}

/** A slower round trip is noticed in a conversation. */
const FAST_MS = 1_000
