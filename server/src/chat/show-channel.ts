import type { Channel, ChannelMember } from '@saathi/contract/chat/entities'
import { plainOf } from '@saathi/contract/chat/mentions'
import { shownName } from '#accounts/public.ts'
import { findText } from '#core/texts.ts'
import { type ChannelState, isOpenTo } from './access.ts'
import { StoredExtra } from './attachments.ts'
import type { LastLine, ShownMember } from './list-store.ts'

export type Reader = { personId: number; language: string }

const isOther = (reader: Reader) => (member: ShownMember) => member.personId !== reader.personId
const isWalker = ({ isPairManager }: ShownMember) => !isPairManager

/** As the reader would call it: the other one's name, or the mentor's with the group. */
export function nameOf({ kind }: ChannelState, members: readonly ShownMember[], reader: Reader): string {
  const t = findText(reader.language)
  if (kind === 'assistant') return t('assistant.name')
  const name = (member: ShownMember) => shownName(member, reader.language)
  const mentor = members.find(({ part }) => part === 'mentor')
  if (kind === 'group' && mentor) return t('answers.chatGroupOf', { name: name(mentor) })
  return members.filter(isWalker).filter(isOther(reader)).map(name).join(' & ')
}

/**
 * By person, the channel that the reader has with them alone: a pair's own, a direct one, or the assistant's. A pair manager
 * accompanies and has none.
 */
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
    userFullName: shownName(member, reader.language),
    displayPicture: isGone ? null : picture,
    role: member.role,
    isActive: member.isActive && !isGone,
    isPairManager: member.isPairManager,
    lastViewedTimestamp: member.lastViewedAt?.toISOString() ?? null,
    lastSeenId: member.lastSeenId,
    myDirectChannelWithUser: isSelf || member.isPairManager || isGone ? null : direct,
  }
}

const LINE_LETTERS = 200

/** One line, whatever was sent. */
export function showLastLine(line: LastLine | undefined, { language }: Reader): Channel['lastMessage'] {
  if (!line) return null
  const { id, senderId, createdAt } = line
  return { id, userId: senderId, text: lineOf(line, language), createdOn: createdAt.toISOString() }
}

function lineOf({ text, fileId, roomId, extra, redactedAt }: LastLine, language: string): string {
  const t = findText(language)
  if (redactedAt) return t('answers.chatRedacted')
  if (roomId !== null) return t('answers.chatLastCall')
  const words = plainOf(text).replaceAll(/\s+/g, ' ').trim()
  if (words !== '') return words.slice(0, LINE_LETTERS).toWellFormed()
  return StoredExtra.safeParse(extra).data?.gif ? t('answers.chatLastGif') : fileId === null ? '' : t('answers.chatLastFile')
}
