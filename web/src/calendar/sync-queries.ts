import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import {
  closeCalendarFeed,
  connectCalendar,
  listCalendarIntegrations,
  openCalendarFeed,
  startCalendarConnection,
  unlinkCalendar,
} from '@saathi/contract/calendar/integration-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/cancel-and-refetch.ts'
import { isRefusedWith } from './event-refusal.ts'

const integrationsKey = ['calendar', 'integrations'] as const

export const integrationsQuery = queryOptions({
  queryKey: integrationsKey,
  queryFn: ({ signal }) => send(listCalendarIntegrations, {}, { signal }),
})

export const hearIntegrations = (client: QueryClient): Promise<void> => cancelAndRefetch(client, integrationsKey)

/** The providers that have a page of their own on which one lets us in. */
export const pageProviders = ['google', 'outlook', 'yahoo'] as const
export type PageProvider = (typeof pageProviders)[number]

/** Asked once for each visit, and never called off: every question begins a sign-in of its own at the server. */
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

/** A code is taken once: however often the page is drawn, it is sent once. */
export const redeemQuery = (given: Code) =>
  queryOptions({
    queryKey: ['calendar', 'redeem', given.state, given.code],
    queryFn: async ({ client }) => {
      try {
        return await send(connectCalendar, { body: given })
      } catch (error) {
        console.error('The calendar could not be connected.', error)
        throw error
      } finally {
        void hearIntegrations(client)
      }
    },
    // Not even when the server can be reached again, as all else is that could not be read.
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
    mutationFn: (given: Password) => send(connectCalendar, { body: { provider: 'apple', ...given } }),
    // The password is not kept in memory once the dialog is closed.
    gcTime: 0,
    onSettled: () => hearIntegrations(client),
  })
}

export function useUnlink() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['calendar', 'unlink'],
    mutationFn: async (given: { provider: CalendarProvider; email: string }) => {
      try {
        await send(unlinkCalendar, { body: given })
      } catch (error) {
        // Another tab was quicker.
        if (error instanceof Error && isRefusedWith(error, 'calendar.not_connected')) return
        console.error('The calendar could not be unlinked.', error)
        throw error
      }
    },
    onSettled: () => hearIntegrations(client),
  })
}

type Shown = { feedUrl: string | null }
const holdFeed = (client: QueryClient, { feedUrl }: Shown) =>
  client.setQueryData(integrationsQuery.queryKey, (held) => held && { ...held, feedUrl })

export function useOpenFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['calendar', 'feed'],
    mutationFn: () => send(openCalendarFeed, { body: {} }),
    onSuccess: (opened) => holdFeed(client, opened),
  })
}

export function useCloseFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['calendar', 'feed', 'close'],
    mutationFn: () => send(closeCalendarFeed, {}),
    onSuccess: () => holdFeed(client, { feedUrl: null }),
  })
}
