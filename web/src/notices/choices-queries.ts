import { chooseNotices, listNoticeChoices } from '@saathi/contract/notices/calls'
import type { NoticeChoice, NoticeKind } from '@saathi/contract/notices/entities'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

export const noticeChoicesQuery = queryOptions({
  queryKey: ['notices', 'choices'],
  queryFn: async ({ signal }) => (await send(listNoticeChoices, {}, { signal })).choices,
})

export type NoticeWay = 'inApp' | 'email'
type Turn = { way: NoticeWay; isOn: boolean }

/** The switch moves at once; if the server refuses, only what was turned goes back. */
export function useTurnNotices(kind: NoticeKind, onRefused: () => void) {
  const client = useQueryClient()
  const { queryKey } = noticeChoicesQuery
  const held = () => client.getQueryData(queryKey)?.find((choice) => choice.kind === kind)
  const hold = (part: Partial<NoticeChoice>) =>
    client.setQueryData(queryKey, (choices) => choices?.map((choice) => (choice.kind === kind ? { ...choice, ...part } : choice)))
  const mutationKey = ['notices', 'turn', kind]
  const isLatest = () => client.isMutating({ mutationKey }) <= 1
  return useMutation({
    mutationKey,
    // One after another: two that overtake each other would end in the wrong state.
    scope: { id: `notices.turn.${kind}` },
    mutationFn: ({ way, isOn }: Turn) => {
      const { inApp = true, email = true } = held() ?? {}
      return send(chooseNotices, { body: { kind, inApp, email, [way]: isOn } })
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
