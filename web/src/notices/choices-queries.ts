import { chooseNotices, listNoticeChoices, setQuietHours } from '@saathi/contract/notices/calls'
import type { NoticeChoice, NoticeKind, QuietHours } from '@saathi/contract/notices/entities'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

export const noticeChoicesQuery = queryOptions({
  queryKey: ['notices', 'choices'],
  queryFn: ({ signal }) => send(listNoticeChoices, {}, { signal }),
})

export type NoticeWay = 'inApp' | 'push' | 'email'
type Turn = { way: NoticeWay; isOn: boolean }

/** The switch moves at once; if the server refuses, only what was turned goes back. */
export function useTurnNotices(kind: NoticeKind, onRefused: () => void) {
  const client = useQueryClient()
  const { queryKey } = noticeChoicesQuery
  const held = () => client.getQueryData(queryKey)?.choices.find((choice) => choice.kind === kind)
  const hold = (part: Partial<NoticeChoice>) =>
    client.setQueryData(queryKey, (all) => {
      const choices = all?.choices.map((choice) => (choice.kind === kind ? { ...choice, ...part } : choice))
      return all && choices && { ...all, choices }
    })
  const mutationKey = ['notices', 'turn', kind]
  const isLatest = () => client.isMutating({ mutationKey }) <= 1
  return useMutation({
    mutationKey,
    // One after another: two that overtake each other would end in the wrong state.
    scope: { id: `notices.turn.${kind}` },
    mutationFn: ({ way, isOn }: Turn) => {
      const { inApp = true, email = true, push = true } = held() ?? {}
      return send(chooseNotices, { body: { kind, inApp, email, push, [way]: isOn } })
    },
    onMutate: async ({ way, isOn }) => {
      // A list already on its way would bring the old state back.
      await client.cancelQueries({ queryKey })
      hold({ [way]: isOn })
    },
    onSuccess: (choice) => {
      if (isLatest()) hold(choice)
    },
    onError: (_error, { way, isOn }) => {
      hold({ [way]: !isOn })
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
