import type { Channel, ChannelMember } from '@saathi/contract/chat/entities'
import type { Translate } from '#core/i18n/texts.tsx'

export const memberOf = ({ channelMembers }: Channel, userId: number | null): ChannelMember | undefined =>
  channelMembers.find((member) => member.userId === userId)

/** Without an id, the sender has left Saathi; other senders who are not members belong to the team. */
export function nameOf(channel: Channel, userId: number | null, t: Translate): string {
  if (userId === null) return t('chat.formerMember')
  return memberOf(channel, userId)?.userFullName ?? t('chat.staff')
}

/** Whether a message could come from several people, so that its author must be named. */
export const hasSeveralAuthors = ({ isGroup, channelMembers }: Channel): boolean => isGroup || channelMembers.length > 2

const firstName = (name: string): string => name.split(/\s+/)[0] ?? name

/** 'Meera, Rohan, Farah and you' for a group; for two, the other person. */
export function subtitleOf(channel: Channel, me: number, t: Translate, listFormat: Intl.ListFormat): string {
  if (channel.kind === 'assistant') return t('chat.assistant.subtitle')
  const others = channel.channelMembers.filter(({ userId, isActive }) => userId !== me && isActive)
  return listFormat.format([...others.map(({ userFullName }) => firstName(userFullName)), t('chat.andYou')])
}

/** The other person's picture, if there is exactly one. */
export function pictureOf({ kind, channelMembers }: Channel, me: number): string | null {
  if (kind !== 'pair' && kind !== 'direct') return null
  return channelMembers.find(({ userId, isPairManager }) => userId !== me && !isPairManager)?.displayPicture ?? null
}

export const avatarKind = ({ kind }: Channel): 'person' | 'group' | 'ai' =>
  kind === 'assistant' ? 'ai' : kind === 'group' ? 'group' : 'person'

/** Everybody else who can read the message. The assistant does not count, because it reads everything at once. */
export const readersOf = ({ channelMembers }: Channel, me: number): ChannelMember[] =>
  channelMembers.filter(({ userId, isActive, role }) => userId !== me && isActive && role !== 'ai_assistant')

/** The addressees of a message: a pair manager counts only if nobody else is there. */
export function addresseesOf(channel: Channel, me: number): ChannelMember[] {
  const readers = readersOf(channel, me)
  const people = readers.filter(({ isPairManager }) => !isPairManager)
  return people.length > 0 ? people : readers
}
