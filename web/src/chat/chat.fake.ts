import type { Channel, ChannelMember } from '@saathi/contract/chat/entities'
import type { Attachment, ChatMessage } from '@saathi/contract/chat/socket'
import type { Page } from './cache.ts'

const noon = Date.parse('2026-11-14T06:30:00Z')

/** From Ravi, one minute after the previous one, unless overridden. */
export function message(id: number, changes: Partial<ChatMessage> = {}): ChatMessage {
  return {
    msg_id: id,
    temp_id: null,
    channel_id: 1,
    user_id: 2,
    message: `Message ${id}`,
    command: 'new_message',
    created_on: new Date(noon + id * 60_000).toISOString(),
    status: 'completed',
    is_broadcast_message: false,
    attachments: '[]',
    is_tagged: false,
    room: null,
    may_retry: false,
    ...changes,
  }
}

export const pageOf = (messages: ChatMessage[], changes: Partial<Page> = {}): Page => ({
  command: 'messages_payload',
  channel_id: 1,
  messages,
  has_next_page: false,
  has_newer: false,
  page_number: null,
  message_id: null,
  ...changes,
})

export function member(userId: number, userFullName: string, changes: Partial<ChannelMember> = {}): ChannelMember {
  return {
    userId,
    userFullName,
    displayPicture: null,
    role: 'Mentor',
    isActive: true,
    isPairManager: false,
    lastViewedTimestamp: null,
    lastSeenId: 0,
    lastDeliveredId: 0,
    lastDeliveredTimestamp: null,
    myDirectChannelWithUser: null,
    ...changes,
  }
}

export const asha = member(1, 'Asha Rao', { role: 'Mentee' })
export const ravi = member(2, 'Ravi Kumar')
/** A name in each script, and the beginning of one of its parts as another keyboard writes it. */
export const namesOfScripts = [
  ['Devanagari', 'मीरा प\u095dवाल', 'प\u0922\u093c'],
  ['Bengali', 'অনির্বাণ বড়ুয়া', 'বড়ু'],
  ['Tamil', 'கௌதம் பொன்னுசாமி', 'பொன்'],
  ['Telugu', 'సందీప్\u200cకుమార్ రెడ్డి', 'సందీప్కు'],
  ['Kannada', 'ರಾಜ್\u200cಕುಮಾರ್ ಮೋಹನ್', 'ರಾಜ್ಕು'],
] as const
export const bot = member(50, 'AI Assistant', { role: 'ai_assistant' })

export function channel(channelId: number, changes: Partial<Channel> = {}): Channel {
  return {
    channelId,
    channelName: 'Ravi Kumar',
    kind: 'pair',
    isGroup: false,
    mentorship: 7,
    channelMembers: [asha, ravi],
    closed: null,
    lastMessage: null,
    unreadCount: 0,
    isTagged: false,
    isMuted: false,
    ...changes,
  }
}

export const attachment = (changes: Partial<Attachment> = {}): Attachment => ({
  id: '00000000-0000-4000-8000-000000000001',
  attachment_name: 'portfolio-draft-two.pdf',
  name: 'portfolio-draft-two.pdf',
  type: 'application/pdf',
  url: '/api/v2/files/a/',
  presigned_url: '/api/v2/files/a/',
  thumbnail_presigned_url: '',
  description: '',
  width: null,
  height: null,
  size: 1_258_291,
  ...changes,
})
