import { AI_ASSISTANT, type Channel, type ChannelMember, type LastKind } from '@saathi/contract/chat/entities'
import { plainOf } from '@saathi/contract/chat/mentions'
import { voiceTime } from '@saathi/contract/chat/voice'
import { shownName } from '#accounts/public.ts'
import { findText } from '#core/texts.ts'
import { type ChannelState, isOpenTo } from '../access.ts'
import { storedGif, storedVoice } from '../attachments/attachments.ts'
import { isVoiceType } from '../voice-notes/voice-note.ts'
import type { LastMessageRow, ShownMember } from './member-store.ts'

export type Reader = { personId: number; language: string }

const isOther = (reader: Reader) => (member: ShownMember) => member.personId !== reader.personId
const isParticipant = ({ isPairManager }: ShownMember) => !isPairManager
/** The assistant's account has an English name. */
const memberName = (member: ShownMember, language: string): string =>
  member.role === AI_ASSISTANT ? findText(language)('assistant.name') : shownName(member, language)

/** The name for this reader: the other person's, or the mentor's with the group. */
export function nameOf({ kind }: ChannelState, members: readonly ShownMember[], reader: Reader): string {
  const t = findText(reader.language)
  if (kind === 'assistant') return t('assistant.name')
  const name = (member: ShownMember) => memberName(member, reader.language)
  const mentor = members.find(({ part }) => part === 'mentor')
  if (kind === 'group' && mentor) return t('answers.chatGroupOf', { name: name(mentor) })
  return members.filter(isParticipant).filter(isOther(reader)).map(name).join(' & ')
}

/** For each person, the reader's one-to-one channel: pair, direct or assistant. Pair managers have none here. */
export function directChannels(states: readonly ChannelState[], { personId }: Reader): ReadonlyMap<string, number> {
  const direct = new Map<string, number>()
  for (const { id, kind, mentorshipId, members } of states) {
    const me = members.find((member) => member.personId === personId)
    if (kind === 'group' || !me || me.isPairManager || !isOpenTo({ members }, personId)) continue
    for (const other of members) {
      if (other.personId !== personId && !other.isPairManager) direct.set(directKey(mentorshipId, other.personId), id)
    }
  }
  return direct
}

export const directKey = (mentorshipId: number | null, personId: number): string => `${mentorshipId ?? ''} ${personId}`

export function showMember(
  member: ShownMember,
  { reader, picture, direct }: { reader: Reader; picture: string | null; direct: number | null },
): ChannelMember {
  const isGone = member.deletedAt !== null
  const isSelf = member.personId === reader.personId
  return {
    userId: member.personId,
    userFullName: memberName(member, reader.language),
    displayPicture: isGone ? null : picture,
    role: member.role,
    isActive: member.isActive && !isGone,
    isPairManager: member.isPairManager,
    lastViewedTimestamp: member.lastViewedAt?.toISOString() ?? null,
    lastSeenId: member.lastSeenId,
    lastDeliveredId: Math.max(member.deliveredId, member.lastSeenId),
    lastDeliveredTimestamp: member.deliveredAt?.toISOString() ?? null,
    myDirectChannelWithUser: isSelf || member.isPairManager || isGone ? null : direct,
  }
}

const LINE_CHARACTERS = 200

/** Any message as a single line. */
export function showLastMessage(
  row: LastMessageRow | null,
  { language }: Reader,
  hidden: ReadonlySet<number>,
): Channel['lastMessage'] {
  if (!row) return null
  const { id, senderId, createdAt } = row
  if (senderId !== null && hidden.has(senderId)) return null
  const kind = row.redactedAt ? null : kindOf(row)
  return { id, userId: senderId, text: textOf(row, language), createdOn: createdAt.toISOString(), ...(kind && { kind }) }
}

function kindOf({ fileType, roomId, extra }: LastMessageRow): LastKind | null {
  if (roomId !== null) return 'call'
  if (fileType === 'image/gif' || storedGif(extra)) return 'gif'
  if (fileType === null) return null
  if (isVoiceType(fileType)) return 'voice'
  return fileType.startsWith('image/') ? 'photo' : 'file'
}

function textOf({ text, fileName, fileType, roomId, extra, redactedAt, deletedAt }: LastMessageRow, language: string): string {
  const t = findText(language)
  if (deletedAt) return t('answers.chatDeleted')
  if (redactedAt) return t('answers.chatRedacted')
  if (roomId !== null) return t('answers.chatLastCall')
  const words = plainOf(text).replaceAll(/\s+/g, ' ').trim()
  if (words !== '') return words.slice(0, LINE_CHARACTERS).toWellFormed()
  const voice = storedVoice(extra)
  if (voice) return voiceTime(voice.duration_ms)
  // A photo and a GIF are named by their kind, in the reader's language.
  return fileType === null || fileType.startsWith('image/') ? '' : (fileName ?? '')
}
