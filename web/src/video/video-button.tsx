import type { Channel } from '@saathi/contract/chat/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { video } from '#core/ui/icons.ts'
import { showToast } from '#core/ui/toast-store.ts'
import { roomQuery, useStartCall } from './queries.ts'

/** Calls everybody of a channel; the server writes to them, and the page of the call opens. */
export function VideoButton({ channel: { channelId, closed } }: { channel: Channel }) {
  const t = useText()
  const router = useRouter()
  const client = useQueryClient()
  const { mutate, isPending } = useStartCall()

  function handleStart() {
    mutate(channelId, {
      onSuccess: (room) => {
        client.setQueryData(roomQuery(room.room).queryKey, room)
        void router.navigate({ to: '/video/join-meeting/$roomId', params: { roomId: room.room } })
      },
      onError: (error) => {
        const isClosed = error instanceof ApiError && error.code === 'video.closed'
        showToast({ tone: 'bad', text: t(isClosed ? 'video.start.closed' : errorTextKey(error)) })
      },
    })
  }

  return (
    <>
      <IconButton
        icon={video}
        iconSize={22}
        label={t('video.start')}
        disabled={closed !== null || isPending}
        onClick={handleStart}
      />
      <span className="sr" role="status">
        {isPending && t('video.starting')}
      </span>
    </>
  )
}
