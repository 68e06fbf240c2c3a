import { chooseNotices, listNoticeChoices, setQuietHours } from '@saathi/contract/notices/calls'
import type { ChosenKind, NoticeChoice, QuietHours } from '@saathi/contract/notices/entities'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

export const noticeChoicesQuery = queryOptions({
  queryKey: ['notices', 'choices'],
  queryFn: ({ signal }) => send(listNoticeChoices, {}, { signal }),
})

export type NoticeChannel = 'inApp' | 'push' | 'email'
type ChannelChange = { channel: NoticeChannel; isOn: boolean }

/** The switch moves at once; if the server refuses, only this change is reverted. */
export function useSwitchNotices(kind: ChosenKind, onRefused: () => void) {
  const client = useQueryClient()
  const { queryKey } = noticeChoicesQuery
  const cached = () => client.getQueryData(queryKey)?.choices.find((choice) => choice.kind === kind)
  const patch = (part: Partial<NoticeChoice>) =>
    client.setQueryData(queryKey, (all) => {
      const choices = all?.choices.map((choice) => (choice.kind === kind ? { ...choice, ...part } : choice))
      return all && choices && { ...all, choices }
    })
  const mutationKey = ['notices', 'turn', kind]
  const isLatest = () => client.isMutating({ mutationKey }) <= 1
  return useMutation({
    mutationKey,
    // In sequence: reordered requests would end in the wrong state.
    scope: { id: `notices.turn.${kind}` },
    mutationFn: ({ channel, isOn }: ChannelChange) => {
      const { inApp = true, email = true, push = true } = cached() ?? {}
      return send(chooseNotices, { body: { kind, inApp, email, push, [channel]: isOn } })
    },
    onMutate: async ({ channel, isOn }) => {
      // A list in flight would restore the old state.
      await client.cancelQueries({ queryKey })
      patch({ [channel]: isOn })
    },
    onSuccess: (choice) => {
      if (isLatest()) patch(choice)
    },
    onError: (_error, { channel, isOn }) => {
      patch({ [channel]: !isOn })
      onRefused()
    },
  })
}

export function useSetQuietHours() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['notices', 'quietHours'],
    mutationFn: (hours: QuietHours) => send(setQuietHours, { body: hours }),
    onSuccess: (quietHours) => client.setQueryData(noticeChoicesQuery.queryKey, (all) => all && { ...all, quietHours }),
  })
}
