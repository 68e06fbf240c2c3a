import type { Channel } from '@saathi/contract/chat/entities'
import type { Member } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useChatSlot, type ContactProps } from '#core/slots.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { openHelp } from '#core/open-help.ts'
import { useProfile } from '#core/profile.ts'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { chat } from '#core/ui/icons.ts'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { addressOf } from './chat-address.ts'
import { channelsQuery, useOpenDirect } from './queries.ts'

/** Buttons to write to or call one person of a mentorship, or everybody in it. The server decides who may. */
export function ContactButtons({ mentorship, member, isSmall = false }: ContactProps) {
  const { id: me, status } = useProfile()
  const { chattype, chatStatus, video } = status.experiences
  const isInUse = chattype === 'use' && chatStatus.mentorshipChat === 'use'
  const { data: channels } = useQuery({ ...channelsQuery, enabled: isInUse })
  if (!isInUse) return member?.isPairManager && chatStatus.helpCenter === 'use' ? <TeamButton isSmall={isSmall} /> : null
  if (!channels) return null
  const whole = channels.find((each) => each.mentorship === mentorship && each.kind !== 'direct')
  const isManager = whole?.channelMembers.some(({ userId, isPairManager }) => userId === me && isPairManager) ?? false
  const isWithManager = member !== null && (member.isPairManager || isManager)
  const channel = channelWith(channels, { whole, member, isWithManager, mentorship })
  if (!channel) return isWithManager ? <FirstMessage mentorship={mentorship} member={member} isSmall={isSmall} /> : null
  return (
    <>
      <MessageLink channel={channel} name={member?.firstName ?? channel.channelName} isSmall={isSmall} />
      {!isSmall && video === 'use' && <Call channel={channel} name={member?.firstName ?? channel.channelName} />}
    </>
  )
}

type ChannelQuery = { whole: Channel | undefined; member: Member | null; isWithManager: boolean; mentorship: number }

/** For a pair, the pair channel; for all others, the direct channel. */
function channelWith(
  channels: readonly Channel[],
  { whole, member, isWithManager, mentorship }: ChannelQuery,
): Channel | undefined {
  if (member === null || (whole?.kind === 'pair' && !isWithManager)) return whole
  return channels.find(
    (each) =>
      each.kind === 'direct' &&
      each.mentorship === mentorship &&
      each.channelMembers.some(({ userId, isActive }) => userId === member.userId && isActive),
  )
}

type Look = { isSmall: boolean }

function MessageLink({ channel, name, isSmall }: Look & { channel: Channel; name: string }) {
  const t = useText()
  const link = <Link {...addressOf({ channel: channel.channelId, message: null })} />
  return (
    <ButtonLink size={isSmall ? 'sm' : 'md'} render={link} aria-label={t('chat.contact.messageTo', { name })}>
      <Icon of={chat} size={20} />
      {t('chat.contact.message')}
    </ButtonLink>
  )
}

/** The channel between a member and the pair manager is created on first use. */
function FirstMessage({ mentorship, member, isSmall }: Look & { mentorship: number; member: Member }) {
  const t = useText()
  const router = useRouter()
  const { mutate, isPending } = useOpenDirect()

  function handleOpen() {
    mutate(
      { mentorship, userId: member.userId },
      {
        onSuccess: ({ channelId }) => void router.navigate(addressOf({ channel: channelId, message: null })),
        onError: (error) => showToast({ tone: 'bad', text: t(errorTextKey(error)) }),
      },
    )
  }

  return (
    <Button
      size={isSmall ? 'sm' : 'md'}
      busy={isPending}
      aria-label={t('chat.contact.messageTo', { name: member.firstName })}
      onClick={handleOpen}
    >
      <Icon of={chat} size={20} />
      {t('chat.contact.message')}
    </Button>
  )
}

function TeamButton({ isSmall }: Look) {
  const t = useText()
  return (
    <Button size={isSmall ? 'sm' : 'md'} onClick={openHelp}>
      {t('chat.contact.team')}
    </Button>
  )
}

/** Provided by the video domain. */
function Call({ channel, name }: { channel: Channel; name: string }) {
  const { Part } = useChatSlot('call')
  return Part && <Part channel={channel} name={name} />
}
