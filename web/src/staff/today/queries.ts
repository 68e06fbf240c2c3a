import type { CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/worklist/calls'
import * as contacts from '@saathi/contract/worklist/contact-calls'
import * as rules from '@saathi/contract/worklist/rule-calls'
import type { WorkRule } from '@saathi/contract/worklist/rules'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { send } from '#core/api.ts'
import { onLive } from '#core/live.ts'
import { post } from '#core/outbox/outbox.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { queryClient } from '#core/query-client.ts'
import { newUuid } from '#core/uuid.ts'
import { consoleQuery } from '../queries.ts'

const key = ['staff', 'worklist']
/** Live events announce changes; this is for a lost one. */
const REFRESH_MS = 60_000

export type WorkSearch = NonNullable<CallInput<typeof calls.listWork>['query']>

export const workQuery = (query: WorkSearch) =>
  queryOptions({
    queryKey: [...key, 'list', query],
    queryFn: ({ signal }) => send(calls.listWork, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

export const colleaguesQuery = queryOptions({
  queryKey: [...key, 'colleagues'],
  queryFn: async ({ signal }) => (await send(calls.listColleagues, {}, { signal })).colleagues,
  staleTime: 30_000,
})

export const withoutContactQuery = queryOptions({
  queryKey: [...key, 'without'],
  queryFn: ({ signal }) => send(contacts.listWithoutContact, {}, { signal }),
})

export const workRulesQuery = (programmeId: number) =>
  queryOptions({
    queryKey: [...key, 'rules', programmeId],
    queryFn: ({ signal }) => send(rules.listWorkRules, { params: { programmeId } }, { signal }),
  })

export const previewQuery = (programmeId: number, rule: WorkRule, limit: number) =>
  queryOptions({
    queryKey: [...key, 'preview', programmeId, rule, limit],
    queryFn: ({ signal }) => send(rules.previewWorkRule, { params: { programmeId, rule }, query: { limit } }, { signal }),
    retry: false,
  })

function refresh(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: consoleQuery.queryKey })
  return queryClient.invalidateQueries({ queryKey: key })
}

/** Subscribes while the list is open: nothing of it is loaded on members' pages. */
export function useLiveWork(): void {
  useEffect(() => {
    const stopWork = onLive('worklist.changed', () => void refresh())
    const stopCases = onLive('safety.case_changed', () => void refresh())
    return () => {
      stopWork()
      stopCases()
    }
  }, [])
}

function useAct<Input, Reply>(act: (input: Input) => Promise<Reply>, onDone: (reply: Reply) => void) {
  return useMutation({
    mutationFn: act,
    onSuccess: (reply) => onDone(reply),
    // Refetch after a refusal, too: a colleague was faster.
    onSettled: refresh,
  })
}

export const useAssign = (id: number, onDone: () => void) =>
  useAct((personId: number | null) => send(calls.assignWork, { params: { id }, body: { personId } }), onDone)

export const useSnooze = (id: number, onDone: () => void) =>
  useAct((body: { until: string | null; reason: string }) => send(calls.snoozeWork, { params: { id }, body }), onDone)

export const usePlanContacts = (onDone: () => void) =>
  useAct((body: CallInput<typeof contacts.planContacts>['body']) => send(contacts.planContacts, { body }), onDone)

export const useHandOver = (onDone: (reply: { moved: { pairs: number; contacts: number; rows: number } }) => void) =>
  useAct((body: CallInput<typeof calls.handOver>['body']) => send(calls.handOver, { body }), onDone)

export const useSetRule = (programmeId: number, rule: WorkRule, onDone: () => void) =>
  useAct(
    (body: CallInput<typeof rules.setWorkRule>['body']) => send(rules.setWorkRule, { params: { programmeId, rule }, body }),
    onDone,
  )

/** Failures are ignored: it is sent again soon. */
export function useWorkPresence(id: number) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (isOpen: boolean) => send(calls.setWorkPresence, { params: { id }, body: { isOpen } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...key, 'list'] }),
  })
  return mutate
}

/** Its clientId makes sending idempotent, also when an answer of the server was lost. */
export const contactKind = defineKind({
  name: 'staff.contact',
  input: z.extend(contacts.ContactDraft, { clientId: z.uuid() }),
  isParallel: true,
  lineOf: () => 'staff.contacts',
  aboutOf: ({ clientId }) => clientId,
  send: (contact, idempotencyKey) => send(contacts.noteContact, { body: contact }, { idempotencyKey }),
  settle: () => void refresh(),
})

type Noted = { draft: contacts.ContactDraft; name: string }

/** Waits on the device while the server cannot be reached. */
export function useNoteContact(onDone: (result: { isSent: boolean }) => void) {
  return useMutation({
    mutationKey: ['staff', 'contact'],
    mutationFn: async ({ draft, name }: Noted) => {
      const clientId = newUuid()
      const label = { text: 'outbox.contact', values: { name } } as const
      const { isSent } = await post(contactKind, { ...draft, clientId }, { id: clientId, label })
      return { isSent }
    },
    networkMode: 'always',
    onSuccess: (result) => {
      onDone(result)
      void queryClient.invalidateQueries({ queryKey: ['staff', 'pairs'] })
      return refresh()
    },
  })
}
