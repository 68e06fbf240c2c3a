import { setMaintenance } from '@saathi/contract/accounts/staff-calls'
import { listQuietHours, setQuietHours } from '@saathi/contract/chat/staff-calls'
import type { CallInput } from '@saathi/contract/core/call'
import type { RetentionKind } from '@saathi/contract/core/retention'
import * as calls from '@saathi/contract/staff/settings-calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

const key = ['staff', 'settings']

export const settingsQuery = queryOptions({
  queryKey: [...key, 'all'],
  queryFn: ({ signal }) => send(calls.getSettings, {}, { signal }),
})

export const quietHoursQuery = queryOptions({
  queryKey: [...key, 'quietHours'],
  queryFn: async ({ signal }) => (await send(listQuietHours, {}, { signal })).programmes,
})

/** Changes a setting, then shows what the server has stored. */
function useSetting<Input, Reply>(change: (input: Input) => Promise<Reply>, onDone: (reply: Reply) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (reply) => {
      onDone(reply)
      return client.invalidateQueries({ queryKey: key })
    },
  })
}

export const useSetMaintenance = (onDone: () => void) =>
  useSetting((body: CallInput<typeof setMaintenance>['body']) => send(setMaintenance, { body }), onDone)

export type QuietHours = CallInput<typeof setQuietHours>['body']['hours']

export const useSetQuietHours = (projectId: number, onDone: () => void) =>
  useSetting((hours: QuietHours) => send(setQuietHours, { params: { projectId }, body: { hours } }), onDone)

export const useSetMailSender = (onDone: () => void) =>
  useSetting(
    (sender: CallInput<typeof calls.setMailSender>['body']['sender']) => send(calls.setMailSender, { body: { sender } }),
    onDone,
  )

export const useSendTestMail = (onDone: (reply: { address: string }) => void) =>
  useSetting(() => send(calls.sendTestMail, { body: {} }), onDone)

export const useSetLanguageOffered = (onDone: () => void) =>
  useSetting(
    ({ code, isOffered }: { code: string; isOffered: boolean }) =>
      send(calls.setLanguageOffered, { params: { code }, body: { isOffered } }),
    onDone,
  )

export const useSetRetention = (onDone: () => void) =>
  useSetting(
    ({ kind, days }: { kind: RetentionKind; days: number }) => send(calls.setRetention, { params: { kind }, body: { days } }),
    onDone,
  )
