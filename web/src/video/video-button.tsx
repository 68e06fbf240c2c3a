import type { Channel } from '@saathi/contract/chat/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { video } from '#core/ui/icons.ts'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { roomQuery, useStartCall } from './queries.ts'

/** Starts a call, which sends an invite to the channel, and opens the call page. */
function useCallStarter({ channelId, closed }: Channel) {
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
  return { handleStart, isPending, isDisabled: closed !== null || isPending }
}

/** Starts a call in a channel. */
export function VideoButton({ channel }: { channel: Channel }) {
  const t = useText()
  const { handleStart, isPending, isDisabled } = useCallStarter(channel)
  return (
    <>
      <IconButton icon={video} iconSize={22} label={t('video.start')} disabled={isDisabled} onClick={handleStart} />
      <StartingStatus isPending={isPending} />
    </>
  )
}

/** The same with a label, for a person's card. */
export function CallButton({ channel, name }: { channel: Channel; name: string }) {
  const t = useText()
  const { handleStart, isPending, isDisabled } = useCallStarter(channel)
  return (
    <>
      <Button disabled={isDisabled} aria-label={t('video.callTo', { name })} onClick={handleStart}>
        <Icon of={video} size={20} />
        {t('video.call')}
      </Button>
      <StartingStatus isPending={isPending} />
    </>
  )
}

function StartingStatus({ isPending }: { isPending: boolean }) {
  const t = useText()
  return (
    <span className="sr" role="status">
      {isPending && t('video.starting')}
    </span>
  )
}
