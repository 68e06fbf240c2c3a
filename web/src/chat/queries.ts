import {
  askTeam,
  getChannel,
  getLinkPreview,
  getRatingStatus,
  getUnread,
  listBotUsers,
  listChannels,
  muteChannel,
  openDirectChannel,
  rateAssistant,
  searchGifs,
  searchMessages,
  listOwnHeldMessages,
} from '@saathi/contract/chat/calls'
import type { Channel, LinkPreview } from '@saathi/contract/chat/entities'
import { getPresence, setPresence } from '@saathi/contract/chat/presence'
import { getTranslation, translateMessage } from '@saathi/contract/chat/translation'
import type { ChatMessage, SentAttachment } from '@saathi/contract/chat/socket'
import type { Call, CallInput, CallReply } from '@saathi/contract/core/call'
import { uploadFile } from '@saathi/contract/core/files'
import type { Helpline } from '@saathi/contract/help/entities'
import { infiniteQueryOptions, queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { type LoadedMessages, mergeNewer } from './cache.ts'

/** The socket sends every change; refetching is only for missed ones. */
const pushed = { staleTime: 5 * 60_000 } as const

const channelsKey = ['chat', 'channels']

export const channelsQuery = queryOptions({
  queryKey: channelsKey,
  queryFn: async ({ signal, client }) => {
    const { channels } = await send(listChannels, {}, { signal })
    return mergeNewer(client.getQueryData<Channel[]>(channelsKey), channels)
  },
  ...pushed,
})

/** Edits, deletions and reactions; the socket sends the result to everybody. */
export const changeMessage = <C extends Call>(call: C, input: CallInput<C>): Promise<CallReply<C>> => send(call, input)

export function useOpenDirect() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { mentorship: number; userId: number }) => send(openDirectChannel, { body }),
    onSuccess: (opened) =>
      client.setQueryData<Channel[]>(channelsKey, (listed) =>
        listed?.some(({ channelId }) => channelId === opened.channelId) ? listed : listed && [...listed, opened],
      ),
  })
}

/** One channel by its id, even if the list hides it. */
export const channelQuery = (id: number) =>
  queryOptions({
    queryKey: ['chat', 'channel', id],
    queryFn: ({ signal }) => send(getChannel, { params: { id } }, { signal }),
  })

export type Unread = { unreadCount: number; isTagged: boolean; isMuted?: boolean | undefined }

export const unreadQuery = queryOptions({
  queryKey: ['chat', 'unread'],
  queryFn: async ({ signal }): Promise<Record<number, Unread>> => {
    const { channels } = await send(getUnread, {}, { signal })
    return Object.fromEntries(channels.map(({ channelId, ...unread }) => [channelId, unread]))
  },
  ...pushed,
})

/** Who of the reader's conversations is online. Changes are pushed; those of a server that stopped are not. */
export const presenceQuery = queryOptions({
  queryKey: ['chat', 'presence'],
  queryFn: ({ signal }) => send(getPresence, {}, { signal }),
  staleTime: 60_000,
})

export function useSetPresence() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isShown: boolean) => send(setPresence, { body: { isShown } }),
    onSuccess: () => client.invalidateQueries({ queryKey: presenceQuery.queryKey }),
  })
}

/** Whether this deployment can translate. */
export const translationQuery = queryOptions({
  queryKey: ['chat', 'translation'],
  queryFn: async ({ signal }) => (await send(getTranslation, {}, { signal })).isOn,
  staleTime: Infinity,
})

export const requestTranslation = async (id: number): Promise<string | null> =>
  (await send(translateMessage, { params: { id } })).translation

export function useMute(channel: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isMuted: boolean) => send(muteChannel, { params: { id: channel }, body: { isMuted } }),
    onSuccess: async ({ isMuted }) => {
      client.setQueryData<Channel[]>(channelsKey, (listed) =>
        listed?.map((each) => (each.channelId === channel ? { ...each, isMuted } : each)),
      )
      await client.invalidateQueries({ queryKey: unreadQuery.queryKey })
    },
  })
}

export const botsQuery = queryOptions({
  queryKey: ['chat', 'bots'],
  queryFn: async ({ signal }) => (await send(listBotUsers, {}, { signal })).botUsers.map(({ userId }) => userId),
  staleTime: Infinity,
})

/** Filled by the socket only; null while another place of the channel is loading. */
export const messagesQuery = (channel: number) =>
  queryOptions<LoadedMessages | null>({
    queryKey: ['chat', 'messages', channel],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
    // Structural sharing is off: the cache functions keep unchanged objects, and comparing thousands of messages would cost a
    // frame.
    structuralSharing: false,
  })

/** The reader's own held messages. A socket event tells when to refetch them. */
export const heldQuery = (channel: number) =>
  queryOptions({
    queryKey: ['chat', 'held', channel],
    queryFn: async ({ signal }) => (await send(listOwnHeldMessages, { params: { id: channel } }, { signal })).held,
    ...pushed,
  })

export type Care = { messageId: number; helplines: Helpline[] }

/** Help offered after a message that may mean danger, until it is closed; null without one. */
export const careQuery = (channel: number) =>
  queryOptions<Care | null>({
    queryKey: ['chat', 'care', channel],
    queryFn: skipToken,
    staleTime: Infinity,
  })

/** The code with which the socket refused a channel; '' if it did not. */
export const refusalQuery = (channel: number) =>
  queryOptions<string>({ queryKey: ['chat', 'refusal', channel], queryFn: skipToken, staleTime: Infinity })

/** The newest message received live or by catching up, for screen readers. */
export const lastMessageQuery = (channel: number) =>
  queryOptions<ChatMessage | null>({ queryKey: ['chat', 'said', channel], queryFn: skipToken, staleTime: Infinity })

/** The assistant's answer so far. */
export const assistantDraftQuery = (channel: number) =>
  queryOptions<string>({ queryKey: ['chat', 'draft', channel], queryFn: skipToken, staleTime: Infinity })

export const linkPreviewQuery = (url: string) =>
  queryOptions({
    queryKey: ['chat', 'preview', url],
    queryFn: async ({ signal }): Promise<LinkPreview | null> => {
      try {
        return await send(getLinkPreview, { query: { url } }, { signal })
      } catch (error) {
        if (!signal.aborted) console.warn('No preview of this link.', error)
        return null
      }
    },
    staleTime: Infinity,
  })

/** In one channel, or in all. */
export const searchQuery = (searchText: string, channelId?: number) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'search', searchText, channelId ?? 'all'],
    queryFn: async ({ pageParam, signal }) => {
      try {
        return await send(
          searchMessages,
          { body: { searchText, pageNumber: pageParam, ...(channelId !== undefined && { channelId }) } },
          { signal },
        )
      } catch (error) {
        if (!signal.aborted) console.warn('The search did not come back.', error)
        throw error
      }
    },
    initialPageParam: 1,
    getNextPageParam: ({ hasNextPage }, _pages, last) => (hasNextPage ? last + 1 : undefined),
    staleTime: 0,
  })

export const gifsQuery = (searchText: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'gifs', searchText],
    queryFn: ({ pageParam, signal }) => send(searchGifs, { query: { searchText, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ hasNextPage }, _pages, last) => (hasNextPage ? last + 1 : undefined),
  })

export const ratingStatusQuery = (id: number) =>
  queryOptions({
    queryKey: ['chat', 'rating', id],
    queryFn: ({ signal }) => send(getRatingStatus, { params: { id } }, { signal }),
  })

export function useRateAssistant(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rating: Record<string, number | null>) => send(rateAssistant, { params: { id }, body: { rating } }),
    onSuccess: () => client.setQueryData(ratingStatusQuery(id).queryKey, { isRatingDue: false, since: null }),
  })
}

/** The assistant confirms it in the conversation, and the help centre has the question. */
export const useAskTeam = (id: number) =>
  useMutation({ mutationFn: (messageId: number) => send(askTeam, { params: { id }, body: { messageId } }) })

export async function uploadAttachment(file: File, onProgress: (fraction: number) => void): Promise<SentAttachment> {
  const form = { fields: { purpose: 'chat' }, files: { file } }
  const { id, name, type } = await send(uploadFile, { form }, { onProgress })
  return { id, name, type }
}

/** Muted conversations are not counted. */
export function totalOf(unread: Record<number, Unread>): { unread: number; hasMention: boolean } {
  const counted = Object.values(unread).filter(({ isMuted }) => !isMuted)
  return {
    unread: counted.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
    hasMention: counted.some(({ isTagged }) => isTagged),
  }
}
