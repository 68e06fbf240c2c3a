import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import type { DraftContent, DraftKind, TranslationRow } from '@saathi/contract/content/drafts'
import type { CallInput, CallReply } from '@saathi/contract/core/call'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { createStore } from '#core/store.ts'

const key = ['staff', 'content']
const listKey = [...key, 'list']

export const contentQuery = (kind: DraftKind) =>
  queryOptions({
    queryKey: [...listKey, kind],
    queryFn: ({ signal }) => send(calls.listContent, { query: { kind } }, { signal }),
    placeholderData: keepPreviousData,
  })

const inSession = (name: string) => ({ kind: 'session' as const, key: name })

/** Not fetched again by itself: the editor holds newer words than the server. */
export const draftQuery = (session: string) =>
  queryOptions({
    queryKey: [...key, 'session', session],
    queryFn: ({ signal }) => send(calls.getDraft, { params: inSession(session) }, { signal }),
    staleTime: Infinity,
    // What was saved since is not in it: the next visit reads it again.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Fetched again for each saved revision; the last preview stays until then. */
export const previewQuery = (session: string, shown: { revision: number; language: string; isMentor: boolean }) =>
  queryOptions({
    queryKey: [...key, 'preview', session, shown],
    queryFn: ({ signal }) =>
      send(
        calls.previewDraft,
        { params: inSession(session), query: { language: shown.language, isMentor: shown.isMentor ? 'true' : 'false' } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

export const publishingQuery = (session: string, revision: number) =>
  queryOptions({
    queryKey: [...key, 'publishing', session, revision],
    queryFn: ({ signal }) => send(calls.getPublishing, { params: inSession(session) }, { signal }),
    gcTime: 0,
  })

type NewSession = CallInput<typeof calls.createContent>['body']

export function useCreateSession(onDone: (name: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewSession) => send(calls.createContent, { body }),
    onSuccess: ({ key: name }) => {
      onDone(name)
      return client.invalidateQueries({ queryKey: listKey })
    },
  })
}

type SavedPart = CallInput<typeof calls.saveDraftPart>['body']

export const savePart = (session: string, body: SavedPart) => send(calls.saveDraftPart, { params: inSession(session), body })
export const fetchDraft = (session: string): Promise<DraftContent> => send(calls.getDraft, { params: inSession(session) })

/** What is done with the whole draft; afterwards everything is read again. */
export type DraftAct =
  | { act: 'publish'; way: 'version' | 'wording'; revision: number }
  | { act: 'schedule'; at: string; revision: number }
  | { act: 'unschedule' }
  | { act: 'takeBack'; reason: string }
  | { act: 'discard'; revision: number }
  | { act: 'ask' | 'approve' | 'return'; revision: number }

async function sendAct(session: string, input: DraftAct): Promise<void> {
  const params = inSession(session)
  switch (input.act) {
    case 'publish':
      await send(calls.publishDraft, { params, body: { revision: input.revision, way: input.way } })
      return
    case 'schedule':
      await send(calls.scheduleDraft, { params, body: { revision: input.revision, at: input.at } })
      return
    case 'unschedule':
      await send(calls.unscheduleDraft, { params })
      return
    case 'takeBack':
      await send(calls.takeBackContent, { params, body: { reason: input.reason } })
      return
    case 'discard':
      await send(calls.discardDraft, { params, body: { revision: input.revision } })
      return
    default:
      await send(team.reviewDraft, { params, body: { act: input.act, revision: input.revision } })
  }
}

/** Counts the acts that make the editor begin again; a refetch in between must not take the cursor away. */
export const reopened = createStore(0)

export function useDraftAct(session: string, onDone: (input: DraftAct) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: DraftAct) => sendAct(session, input),
    onSuccess: async (_reply, input) => {
      await client.invalidateQueries({ queryKey: draftQuery(session).queryKey })
      reopened.set(reopened.get() + 1)
      onDone(input)
      return client.invalidateQueries({ queryKey: listKey })
    },
  })
}

export const translationsQuery = (session: string, language: string) =>
  queryOptions({
    queryKey: [...key, 'translations', session, language],
    queryFn: ({ signal }) => send(team.listTranslations, { params: inSession(session), query: { language } }, { signal }),
  })

type Translated = CallInput<typeof team.saveTranslation>['body']

/** The reply replaces the row. After a colleague's change all rows are read again. */
export function useTranslate(session: string, language: string, onSaved: (revision: number) => void) {
  const client = useQueryClient()
  const { queryKey } = translationsQuery(session, language)
  return useMutation({
    mutationFn: (body: Translated) => send(team.saveTranslation, { params: inSession(session), body }),
    onSuccess: ({ row, revision }) => {
      onSaved(revision)
      client.setQueryData(queryKey, (before) => {
        const isIt = (each: TranslationRow) => each.part === row.part && each.path === row.path
        return before && { rows: before.rows.map((each) => (isIt(each) ? row : each)) }
      })
      return client.invalidateQueries({ queryKey: listKey })
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

export const commentsQuery = (session: string) =>
  queryOptions({
    queryKey: [...key, 'comments', session],
    queryFn: ({ signal }) => send(team.listDraftComments, { params: inSession(session) }, { signal }),
  })

type Comments = CallReply<typeof team.listDraftComments>

export function useAddComment(session: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string): Promise<Comments> => send(team.addDraftComment, { params: inSession(session), body: { text } }),
    onSuccess: (reply) => {
      client.setQueryData(commentsQuery(session).queryKey, reply)
      onDone()
    },
  })
}

export function useSettleComment(session: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof team.settleDraftComment>['body']): Promise<Comments> =>
      send(team.settleDraftComment, { params: inSession(session), body }),
    onSuccess: (reply) => client.setQueryData(commentsQuery(session).queryKey, reply),
  })
}

export const figuresQuery = (session: string) =>
  queryOptions({
    queryKey: [...key, 'figures', session],
    queryFn: ({ signal }) => send(team.getFigures, { params: inSession(session) }, { signal }),
  })

type ReviewSetting = { programmeId: number; isNeeded: boolean }

export function useSetReview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ programmeId, isNeeded }: ReviewSetting) =>
      send(team.setContentReview, { params: { programmeId }, body: { isNeeded } }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  })
}

export const picturesQuery = queryOptions({
  queryKey: [...key, 'pictures'],
  queryFn: ({ signal }) => send(team.listPictures, {}, { signal }),
})

export function useAddPicture(onDone: (hash: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (picture: File) => send(team.addPicture, { form: { fields: {}, files: { picture } } }),
    onSuccess: async ({ hash }) => {
      await client.invalidateQueries({ queryKey: picturesQuery.queryKey })
      onDone(hash)
    },
  })
}
