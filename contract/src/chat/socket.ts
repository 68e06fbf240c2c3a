import * as z from 'zod/mini'
import { Helpline } from '../help/entities.ts'
import { AssistantAnswer } from './assistant.ts'
import { VoiceNote, Waveform } from './voice.ts'

/** As in the specification: frames are not converted, so some of their fields are snake_case and some camelCase. */

export const TEXT_MAX = 4000
export const PAGE_SIZE = 30
/** One file or GIF and one preview are accepted; a longer list is not parsed. */
export const ATTACHMENTS_MAX = 10
/** Beyond this, clients load page by page from a message. */
const PAGES_MAX = 1_000

const Channel = z.int().check(z.positive())
const Envelope = {
  authToken: z.string().check(z.maxLength(4096)),
  /** Accepted, but never trusted. */
  nickName: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
}

/** An uploaded file (`id`), a GIF from the search (`url`), or the bytes themselves (`data`, base64). */
export const SentAttachment = z.object({
  id: z.optional(z.uuid()),
  name: z.optional(z.string().check(z.maxLength(255))),
  type: z.optional(z.string().check(z.maxLength(100))),
  url: z.optional(z.string().check(z.maxLength(2048))),
  data: z.optional(z.string()),
  /** Our extension: of a voice note. */
  waveform: z.optional(Waveform),
})
export type SentAttachment = z.infer<typeof SentAttachment>

export const ChatCommand = z.discriminatedUnion('command', [
  /** `message_id`: the last message the client knows; everything after it is sent at once. */
  z.object({
    command: z.literal('join'),
    ...Envelope,
    channel: Channel,
    message_id: z.optional(z.nullable(z.int())),
    /** Our extension: known messages that were changed since then are sent again. */
    changed_since: z.optional(z.nullable(z.iso.datetime())),
  }),
  z.object({ command: z.literal('leave'), ...Envelope, channel: Channel }),
  z.object({
    command: z.literal('send'),
    ...Envelope,
    channel: Channel,
    message: z.string(),
    attachments: z.optional(z.nullable(z.array(SentAttachment).check(z.maxLength(ATTACHMENTS_MAX)))),
    tempId: z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w-]+$/)),
    /** Our extension: the sender was warned about contact data, and sends it anyway. */
    isConfirmed: z.optional(z.boolean()),
    /** Our extension: the message of the same channel that it answers. */
    reply_to: z.optional(z.nullable(z.int())),
  }),
  z.object({ command: z.literal('fetch_messages'), ...Envelope, channel: Channel }),
  /** An older page, or the messages around one message. */
  z.object({
    command: z.literal('get_room_chat_messages'),
    ...Envelope,
    channel: Channel,
    page_number: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(PAGES_MAX)))),
    message_id: z.optional(z.nullable(z.int())),
    /** Our extension: older or newer than message_id, without page numbers. */
    direction: z.optional(z.enum(['around', 'older', 'newer'])),
  }),
  z.object({ command: z.literal('unread_message'), ...Envelope }),
  z.object({ command: z.literal('message_seen'), ...Envelope, channel: Channel, message_id: z.optional(z.nullable(z.int())) }),
  /** Our extension: messages have reached a device of the reader, all of them or those up to this one. */
  z.object({ command: z.literal('message_delivered'), ...Envelope, message_id: z.optional(z.nullable(z.int())) }),
  /** Our extension: whether the page is visible. From the first such command on, the person receives the presence of others. */
  z.object({ command: z.literal('presence'), ...Envelope, is_visible: z.boolean() }),
  /**
   * Our extension: the person has begun to type, or has stopped without sending. Repeated now and then while they continue, for
   * receivers who missed it; a message ends it.
   */
  z.object({ command: z.literal('typing'), ...Envelope, channel: Channel, has_stopped: z.optional(z.boolean()) }),
])
export type ChatCommand = z.infer<typeof ChatCommand>
export type ChatCommandName = ChatCommand['command']

/** One entry of `attachments`, which is JSON text inside the message. */
export const Attachment = z.object({
  id: z.string(),
  attachment_name: z.string(),
  name: z.string(),
  type: z.string(),
  url: z.string(),
  attachment_type: z.optional(z.literal('link_preview')),
  presigned_url: z.string(),
  thumbnail_presigned_url: z.string(),
  description: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  size: z.nullable(z.int()),
  /** Bytes of the thumbnail, if it is ours. */
  thumbnail_size: z.optional(z.nullable(z.int())),
  /** Our extension: this file is a voice note. */
  voice: z.optional(VoiceNote),
})
export type Attachment = z.infer<typeof Attachment>

/** The message that another one answers, as one line. */
export const Quote = z.object({
  msg_id: z.int(),
  user_id: z.nullable(z.int()),
  /** Empty unless it has text. */
  message: z.string(),
  /** `gone`: deleted, erased, or not for this reader. */
  kind: z.enum(['text', 'file', 'gif', 'call', 'gone']),
})
export type Quote = z.infer<typeof Quote>

export const Reaction = z.object({ emoji: z.string(), user_ids: z.array(z.int()) })
export type Reaction = z.infer<typeof Reaction>

export const ChatMessage = z.object({
  msg_id: z.int(),
  /** Only in the sender's own frames; null for everybody else. */
  temp_id: z.nullable(z.string()),
  channel_id: z.int(),
  /** Null if the sender has left Saathi. */
  user_id: z.nullable(z.int()),
  message: z.string(),
  command: z.literal('new_message'),
  created_on: z.iso.datetime(),
  status: z.literal('completed'),
  is_broadcast_message: z.boolean(),
  /** A list of `Attachment` as JSON text. */
  attachments: z.string(),
  is_tagged: z.boolean(),
  /** Set by the server only, for a call; text that looks like an invite stays text. */
  room: z.nullable(z.object({ room: z.uuid(), expires_at: z.iso.datetime() })),
  /** The assistant could not answer, and can be asked again. */
  may_retry: z.boolean(),
  /** Set by the server only, for somebody who may be in danger. `message` contains the same as text. */
  helplines: z.optional(z.array(Helpline)),
  /** Set by the server only, for what the assistant writes. */
  answer: z.optional(AssistantAnswer),
  // Our extensions; each is omitted if it does not apply.
  reply_to: z.optional(Quote),
  edited_on: z.optional(z.iso.datetime()),
  /** The sender deleted the message for everyone. */
  is_deleted: z.optional(z.boolean()),
  reactions: z.optional(z.array(Reaction)),
  /** Counts changes: of two copies of a message, the one with the higher number is newer. */
  version: z.optional(z.int()),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const ChatEvent = z.discriminatedUnion('command', [
  z.extend(ChatMessage, {}),
  z.object({
    command: z.literal('messages_payload'),
    channel_id: z.int(),
    messages: z.array(ChatMessage),
    has_next_page: z.boolean(),
    /** Whether there are newer messages than those on this page, which may be around an older message or after a known one. */
    has_newer: z.boolean(),
    page_number: z.nullable(z.int()),
    message_id: z.nullable(z.int()),
  }),
  /** Our extension: messages that were edited, deleted or reacted to. */
  z.object({ command: z.literal('messages_changed'), channel_id: z.int(), messages: z.array(ChatMessage) }),
  z.object({
    command: z.literal('unread_message'),
    channels: z.array(
      z.object({ channel_id: z.int(), unread_count: z.int(), is_tagged: z.boolean(), is_muted: z.optional(z.boolean()) }),
    ),
  }),
  z.object({
    command: z.literal('update_last_viewed_timestamp'),
    channel_id: z.int(),
    user_id: z.int(),
    last_viewed_timestamp: z.iso.datetime(),
    message_id: z.int(),
  }),
  /** All messages up to this one have reached a device of this member. */
  z.object({
    command: z.literal('message_delivered'),
    channel_id: z.int(),
    user_id: z.int(),
    message_id: z.int(),
    delivered_on: z.iso.datetime(),
  }),
  /** Somebody came or went. `last_seen_on` is null if the person no longer shares it. */
  z.object({
    command: z.literal('presence'),
    user_id: z.int(),
    is_online: z.boolean(),
    last_seen_on: z.nullable(z.iso.datetime()),
  }),
  z.object({ command: z.literal('typing'), channel_id: z.int(), user_id: z.int(), has_stopped: z.optional(z.boolean()) }),
  /** Channels, members or permissions changed. */
  z.object({ command: z.literal('reload') }),
  /** The assistant's text so far; the complete answer comes as a message. */
  z.object({ command: z.literal('assistant_draft'), channel_id: z.int(), text: z.string() }),
  /** Only to the sender: the message waits for the team's review, or the team has decided. `temp_id`: the message that waits. */
  z.object({ command: z.literal('message_held'), channel_id: z.int(), temp_id: z.nullable(z.string()) }),
  /** Only to the sender, whose message may mean that they are in danger. */
  z.object({
    command: z.literal('care'),
    channel_id: z.int(),
    msg_id: z.int(),
    helplines: z.array(Helpline),
  }),
  z.object({
    command: z.literal('error'),
    code: z.string(),
    message: z.string(),
    temp_id: z.optional(z.string()),
    channel_id: z.optional(z.int()),
  }),
])
export type ChatEvent = z.infer<typeof ChatEvent>
