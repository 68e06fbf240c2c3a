import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing, Time } from '../core/fields.ts'
import { BotUser, Channel, FoundMessage, LinkPreview } from './entities.ts'
import { OwnHeldMessage } from './filter.ts'

export const CHANNELS_MAX = 500
export const SEARCH_PAGE = 20
const off = ['chat.off'] as const

export const listChannels = defineCall({
  method: 'GET',
  path: '/api/v2/chat/channels/',
  summary: 'List your channels, newest message first',
  action: 'chat.read',
  reply: z.object({ channels: z.array(Channel).check(z.maxLength(CHANNELS_MAX)) }),
  errors: [...off],
})

/** Also returns a channel that the list hides because the person is no longer active in it. */
export const getChannel = defineCall({
  method: 'GET',
  path: '/api/v2/chat/channels/:id/',
  summary: 'Get one of your channels',
  action: 'chat.read',
  params: z.object({ id: IdParam }),
  reply: Channel,
  errors: [...off, 'chat.channel_not_found'],
})

/** The channel between a member of a mentorship and its pair manager is created on first request. */
export const openDirectChannel = defineCall({
  method: 'POST',
  path: '/api/v2/chat/channels/direct/',
  summary: 'Open your direct channel with a person of your mentorship',
  action: 'chat.open_direct',
  body: z.object({ mentorship: Id, userId: Id }),
  reply: Channel,
  errors: [...off, 'chat.channel_not_found'],
})

export const getUnread = defineCall({
  method: 'GET',
  path: '/api/v2/chat/unread-message/',
  summary: 'Count your unread messages by channel',
  action: 'chat.read',
  reply: z.object({
    channels: z
      .array(z.object({ channelId: Id, unreadCount: z.int(), isTagged: z.boolean(), isMuted: z.optional(z.boolean()) }))
      .check(z.maxLength(CHANNELS_MAX)),
  }),
  errors: [...off],
})

export const muteChannel = defineCall({
  method: 'POST',
  path: '/api/v2/chat/channels/:id/mute/',
  summary: 'Mute or unmute one of your channels; calls still ring',
  action: 'chat.mute',
  params: z.object({ id: IdParam }),
  body: z.object({ isMuted: z.boolean() }),
  reply: z.object({ isMuted: z.boolean() }),
  errors: [...off, 'chat.channel_not_found'],
})

export const searchMessages = defineCall({
  method: 'POST',
  path: '/api/v2/chat/search-chat-message/',
  summary: 'Search the messages you may read, newest first',
  action: 'chat.search',
  body: z.object({
    searchText: z.string().check(z.maxLength(200)),
    pageNumber: z._default(z.int().check(z.minimum(1), z.maximum(500)), 1),
    /** Our extension: only in this channel. */
    channelId: z.optional(Id),
  }),
  reply: z.object({ messages: z.array(FoundMessage).check(z.maxLength(SEARCH_PAGE)), hasNextPage: z.boolean() }),
  errors: [...off],
})

export const listBotUsers = defineCall({
  method: 'GET',
  path: '/api/v2/chat/bot-users/',
  summary: 'Find the assistant by its role type',
  action: 'chat.read',
  reply: z.object({ botUsers: z.array(BotUser).check(z.maxLength(10)) }),
  errors: [...off],
})

/** A mark from 1 to 5 for each question. */
const Marks = z.record(z.string().check(z.maxLength(100)), z.nullable(z.int().check(z.minimum(1), z.maximum(5))))

export const rateAssistant = defineCall({
  method: 'POST',
  path: '/api/v2/chat/:id/rating/',
  summary: 'Rate the answers of the assistant; all null to skip',
  action: 'chat.rate',
  params: z.object({ id: IdParam }),
  body: z.object({ rating: Marks }),
  reply: Nothing,
  errors: [...off, 'chat.channel_not_found'],
})

export const getRatingStatus = defineCall({
  method: 'GET',
  path: '/api/v2/chat/:id/rating-status/',
  summary: 'Get whether a rating of the assistant is due',
  action: 'chat.read',
  params: z.object({ id: IdParam }),
  reply: z.object({ isRatingDue: z.boolean(), since: z.nullable(Time) }),
  errors: [...off, 'chat.channel_not_found'],
})

export const askTeam = defineCall({
  method: 'POST',
  path: '/api/v2/chat/:id/ask-team/',
  summary: 'Pass the question that the assistant could not answer on to the team',
  action: 'help.use',
  params: z.object({ id: IdParam }),
  /** The assistant's message that offers to ask the team. */
  body: z.object({ messageId: Id }),
  reply: Nothing,
  errors: [...off, 'chat.channel_not_found', 'help.off'],
})

export const getLinkPreview = defineCall({
  method: 'GET',
  path: '/api/v2/chat/link-preview/',
  summary: 'Get title and description of the page behind a link; empty if it cannot be read',
  action: 'chat.preview_link',
  query: z.object({ url: z.string().check(z.minLength(1), z.maxLength(2048)) }),
  reply: LinkPreview,
  errors: [...off, 'chat.link_refused'],
})

const Gif = z.object({
  id: z.string(),
  url: z.string(),
  previewUrl: z.string(),
  width: z.int(),
  height: z.int(),
  title: z.string(),
})
export const GIFS_A_PAGE = 10

export const searchGifs = defineCall({
  method: 'GET',
  path: '/api/v2/chat/gifs/',
  summary: 'List or search GIFs, ten at a time',
  action: 'chat.search_gifs',
  query: z.object({
    searchText: z._default(z.string().check(z.maxLength(100)), ''),
    pageNumber: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 1),
  }),
  reply: z.object({ gifs: z.array(Gif).check(z.maxLength(GIFS_A_PAGE)), hasNextPage: z.boolean(), isOffered: z.boolean() }),
  errors: [...off, 'chat.gifs_down'],
})

export const listOwnHeldMessages = defineCall({
  method: 'GET',
  path: '/api/v2/chat/:id/held/',
  summary: 'Your messages in a channel that the team checks before they are delivered',
  action: 'chat.read',
  params: z.object({ id: IdParam }),
  reply: z.object({ held: z.array(OwnHeldMessage).check(z.maxLength(50)) }),
  errors: ['chat.off', 'chat.channel_not_found'],
})
