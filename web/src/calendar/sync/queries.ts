import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import {
  closeCalendarFeed,
  connectCalendar,
  listCalendarIntegrations,
  openCalendarFeed,
  setBusyTimes,
  startCalendarConnection,
  unlinkCalendar,
} from '@saathi/contract/calendar/integration-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { isRefusedWith } from '../event-refusal.ts'

const integrationsKey = ['calendar', 'integrations'] as const

export const integrationsQuery = queryOptions({
  queryKey: integrationsKey,
  queryFn: ({ signal }) => send(listCalendarIntegrations, {}, { signal }),
})

export const refetchIntegrations = (client: QueryClient): Promise<void> => cancelAndRefetch(client, integrationsKey)

/** The providers with OAuth. */
export const pageProviders = ['google', 'outlook', 'yahoo'] as const
export type PageProvider = (typeof pageProviders)[number]

/** Requested once per visit and never refetched: every request starts a new sign-in at the server. */
export const connectionQuery = (provider: PageProvider) =>
  queryOptions({
    queryKey: ['calendar', 'connection', provider],
    queryFn: () => send(startCalendarConnection, { body: { provider } }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export type Code = { provider: CalendarProvider; code: string; state: string }

/** A code is valid once, so it is sent once, however often the page renders. */
export const redeemQuery = (code: Code) =>
  queryOptions({
    queryKey: ['calendar', 'redeem', code.state, code.code],
    queryFn: async ({ client }) => {
      try {
        return await send(connectCalendar, { body: code })
      } catch (error) {
        console.error('The calendar could not be connected.', error)
        throw error
      } finally {
        void refetchIntegrations(client)
      }
    },
    // Not refetched after a reconnect either.
    staleTime: 'static',
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

type Password = Pick<CallInput<typeof connectCalendar>['body'], 'email' | 'appPassword'>

export function useConnectApple() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['calendar', 'connect'],
    mutationFn: (password: Password) => send(connectCalendar, { body: { provider: 'apple', ...password } }),
    // Do not keep the password in memory after the dialog closes.
    gcTime: 0,
    onSettled: () => refetchIntegrations(client),
  })
}

export function useUnlink() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['calendar', 'unlink'],
    mutationFn: async (connection: { provider: CalendarProvider; email: string }) => {
      try {
        await send(unlinkCalendar, { body: connection })
      } catch (error) {
        // Another tab has disconnected it already.
        if (error instanceof Error && isRefusedWith(error, 'calendar.not_connected')) return
        console.error('The calendar could not be unlinked.', error)
        throw error
      }
    },
    onSettled: () => refetchIntegrations(client),
  })
}

export function useSetBusyTimes() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['calendar', 'busy'],
    mutationFn: (isOn: boolean) => send(setBusyTimes, { body: { isOn } }),
    onSettled: () => refetchIntegrations(client),
  })
}

type FeedState = { feedUrl: string | null }
const cacheFeed = (client: QueryClient, { feedUrl }: FeedState) =>
  client.setQueryData(integrationsQuery.queryKey, (cached) => cached && { ...cached, feedUrl })

export function useOpenFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['calendar', 'feed'],
    mutationFn: () => send(openCalendarFeed, { body: {} }),
    onSuccess: (opened) => cacheFeed(client, opened),
  })
}

export function useCloseFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['calendar', 'feed', 'close'],
    mutationFn: () => send(closeCalendarFeed, {}),
    onSuccess: () => cacheFeed(client, { feedUrl: null }),
  })
}
