import {
  getChannel,
  getLinkPreview,
  getRatingStatus,
  getUnread,
  listBotUsers,
  listChannels,
  openDirectChannel,
  rateAssistant,
  searchGifs,
  searchMessages,
} from '@saathi/contract/chat/calls'
import type { Channel, LinkPreview } from '@saathi/contract/chat/entities'
import type { ChatMessage, SentAttachment } from '@saathi/contract/chat/socket'
import { uploadFile } from '@saathi/contract/core/files'
import { infiniteQueryOptions, queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { type Held, keepNewer } from './cache.ts'

/** The socket tells of every change; reading again is for what was missed. */
const told = { staleTime: 5 * 60_000 } as const

const channelsKey = ['chat', 'channels']

export const channelsQuery = queryOptions({
  queryKey: channelsKey,
  queryFn: async ({ signal, client }) => {
    const { channels } = await send(listChannels, {}, { signal })
    return keepNewer(client.getQueryData<Channel[]>(channelsKey), channels)
  },
  ...told,
})

export function useOpenDirect() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { mentorship: number; userId: number }) => send(openDirectChannel, { body }),
    onSuccess: (opened) =>
      client.setQueryData<Channel[]>(channelsKey, (held) =>
        held?.some(({ channelId }) => channelId === opened.channelId) ? held : held && [...held, opened],
      ),
  })
}

/** By address: also one that the list hides. */
export const channelQuery = (id: number) =>
  queryOptions({
    queryKey: ['chat', 'channel', id],
    queryFn: ({ signal }) => send(getChannel, { params: { id } }, { signal }),
  })

export type Unread = { unreadCount: number; isTagged: boolean }

export const unreadQuery = queryOptions({
  queryKey: ['chat', 'unread'],
  queryFn: async ({ signal }): Promise<Record<number, Unread>> => {
    const { channels } = await send(getUnread, {}, { signal })
    return Object.fromEntries(channels.map(({ channelId, ...unread }) => [channelId, unread]))
  },
  ...told,
})

export const botsQuery = queryOptions({
  queryKey: ['chat', 'bots'],
  queryFn: async ({ signal }) => (await send(listBotUsers, {}, { signal })).botUsers.map(({ userId }) => userId),
  staleTime: Infinity,
})

/** Filled by the socket alone; null while another place of the channel is on its way. */
export const heldQuery = (channel: number) =>
  queryOptions<Held | null>({
    queryKey: ['chat', 'messages', channel],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
    // What has not changed is kept as it is by the cache's own functions; to compare thousands again would cost a frame.
    structuralSharing: false,
  })

/** The code with which a channel was refused on the socket; '' where it was not. */
export const refusalQuery = (channel: number) =>
  queryOptions<string>({ queryKey: ['chat', 'refusal', channel], queryFn: skipToken, staleTime: Infinity })

/** The last that somebody said while the line was open, or that was caught up with: what a screen reader is told of. */
export const saidQuery = (channel: number) =>
  queryOptions<ChatMessage | null>({ queryKey: ['chat', 'said', channel], queryFn: skipToken, staleTime: Infinity })

/** What the assistant has written so far of the answer that is coming. */
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

export const searchQuery = (searchText: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'search', searchText],
    queryFn: async ({ pageParam, signal }) => {
      try {
        return await send(searchMessages, { body: { searchText, pageNumber: pageParam } }, { signal })
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

export async function uploadAttachment(file: File, onProgress: (fraction: number) => void): Promise<SentAttachment> {
  const form = { fields: { purpose: 'chat' }, files: { file } }
  const { id, name, type } = await send(uploadFile, { form }, { onProgress })
  return { id, name, type }
}
