import type { Channel } from '@saathi/contract/chat/entities'
import { useRouter } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { video } from '#core/ui/icons.ts'

/** Opens the preview page. The call does not ring yet. */
function useCallOpener({ channelId }: Channel) {
  const router = useRouter()
  return () => void router.navigate({ to: '/video/call/$channelId', params: { channelId: String(channelId) } })
}

export function VideoButton({ channel }: { channel: Channel }) {
  const t = useText()
  const handleOpen = useCallOpener(channel)
  return (
    <IconButton icon={video} iconSize={22} label={t('video.start')} disabled={channel.closed !== null} onClick={handleOpen} />
  )
}

/** A video button with a label, for a person's card. */
export function CallButton({ channel, name }: { channel: Channel; name: string }) {
  const t = useText()
  const handleOpen = useCallOpener(channel)
  return (
    <Button disabled={channel.closed !== null} aria-label={t('video.callTo', { name })} onClick={handleOpen}>
      <Icon of={video} size={20} />
      {t('video.call')}
    </Button>
  )
}
