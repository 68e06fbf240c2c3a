import { getDesk } from '@saathi/contract/content/desk-calls'
import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import type { DraftContent, DraftRecording, DraftKind, TranslationRow } from '@saathi/contract/content/drafts'
import * as versions from '@saathi/contract/content/version-calls'
import type { CallInput, CallReply } from '@saathi/contract/core/call'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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

/** Every change of the list refetches it, because tasks arise and vanish with it. */
export const deskQuery = queryOptions({
  queryKey: [...listKey, 'desk'],
  queryFn: ({ signal }) => send(getDesk, {}, { signal }),
})

/** Identifies a draft: a session, or another kind of content. */
export type DraftRef = Pick<DraftContent, 'kind' | 'key'>

const inDraft = ({ kind, key: name }: DraftRef) => ({ kind, key: name })

/** Never refetched automatically: the editor may have newer text than the server. */
export const draftQuery = (ref: DraftRef) =>
  queryOptions({
    queryKey: [...key, 'draft', ref.kind, ref.key],
    queryFn: ({ signal }) => send(calls.getDraft, { params: inDraft(ref) }, { signal }),
    staleTime: Infinity,
    // Not cached: it lacks what was saved since, so the next visit fetches it again.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Fetched again for each saved revision; the last preview stays until then. */
export const previewQuery = (ref: DraftRef, shown: { revision: number; language: string; isMentor: boolean }) =>
  queryOptions({
    queryKey: [...key, 'preview', ref.kind, ref.key, shown],
    queryFn: ({ signal }) =>
      send(
        calls.previewDraft,
        { params: inDraft(ref), query: { language: shown.language, isMentor: shown.isMentor ? 'true' : 'false' } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** Preview of everything except sessions. */
export const pagePreviewQuery = (ref: DraftRef, shown: { revision: number; language: string }) =>
  queryOptions({
    queryKey: [...key, 'preview', ref.kind, ref.key, shown],
    queryFn: ({ signal }) => send(calls.previewPage, { params: inDraft(ref), query: { language: shown.language } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

export const publishingQuery = (ref: DraftRef, revision: number) =>
  queryOptions({
    queryKey: [...key, 'publishing', ref.kind, ref.key, revision],
    queryFn: ({ signal }) => send(calls.getPublishing, { params: inDraft(ref) }, { signal }),
    gcTime: 0,
  })

type NewContent = CallInput<typeof calls.createContent>['body']

export function useCreateContent(onDone: (name: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewContent) => send(calls.createContent, { body }),
    onSuccess: ({ key: name }) => {
      onDone(name)
      return client.invalidateQueries({ queryKey: listKey })
    },
  })
}

type SavedPart = CallInput<typeof calls.saveDraftPart>['body']

export const savePart = (ref: DraftRef, body: SavedPart) => send(calls.saveDraftPart, { params: inDraft(ref), body })
export const fetchDraft = (ref: DraftRef): Promise<DraftContent> => send(calls.getDraft, { params: inDraft(ref) })

/** Acts on the whole draft, after which everything is refetched. */
export type DraftAct =
  | { act: 'publish'; way: 'version' | 'wording'; revision: number }
  | { act: 'schedule'; at: string; revision: number }
  | { act: 'unschedule' }
  | { act: 'takeBack'; reason: string }
  | { act: 'discard'; revision: number }
  | { act: 'ask' | 'approve' | 'return'; revision: number }

async function sendAct(ref: DraftRef, input: DraftAct): Promise<void> {
  const params = inDraft(ref)
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

/** Incremented by acts after which the editor must restart; a mere refetch must not move the cursor. */
export const reopened = createStore(0)

export function useDraftAct(ref: DraftRef, onDone: (input: DraftAct) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: DraftAct) => sendAct(ref, input),
    onSuccess: async (_reply, input) => {
      await client.invalidateQueries({ queryKey: draftQuery(ref).queryKey })
      reopened.set(reopened.get() + 1)
      onDone(input)
      return client.invalidateQueries({ queryKey: listKey })
    },
  })
}

export const translationsQuery = (ref: DraftRef, language: string) =>
  queryOptions({
    queryKey: [...key, 'translations', ref.kind, ref.key, language],
    queryFn: ({ signal }) => send(team.listTranslations, { params: inDraft(ref), query: { language } }, { signal }),
  })

const isBehind = ({ text, seen, source }: TranslationRow) => text !== '' && seen !== source
const lessBehind = ({ languages }: DraftContent, language: string) =>
  languages.map((each) => (each.language === language ? { ...each, behind: Math.max(0, each.behind - 1) } : each))

type Translated = CallInput<typeof team.saveTranslation>['body']

/** The reply replaces the row. After a colleague's change all rows are read again. */
export function useTranslate(ref: DraftRef, language: string, onSaved: (revision: number) => void) {
  const client = useQueryClient()
  const { queryKey } = translationsQuery(ref, language)
  return useMutation({
    mutationFn: (body: Translated) => send(team.saveTranslation, { params: inDraft(ref), body }),
    onSuccess: ({ row, revision }) => {
      onSaved(revision)
      const isIt = (each: TranslationRow) => each.part === row.part && each.path === row.path
      const known = client.getQueryData(queryKey)?.rows.find(isIt)
      client.setQueryData(queryKey, (before) => before && { rows: before.rows.map((each) => (isIt(each) ? row : each)) })
      // The tab counts what is behind.
      if (known && isBehind(known) && !isBehind(row))
        client.setQueryData(draftQuery(ref).queryKey, (draft) => draft && { ...draft, languages: lessBehind(draft, language) })
      return client.invalidateQueries({ queryKey: listKey })
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

export const commentsQuery = (ref: DraftRef) =>
  queryOptions({
    queryKey: [...key, 'comments', ref.kind, ref.key],
    queryFn: ({ signal }) => send(team.listDraftComments, { params: inDraft(ref) }, { signal }),
  })

type Comments = CallReply<typeof team.listDraftComments>

export function useAddComment(ref: DraftRef, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string): Promise<Comments> => send(team.addDraftComment, { params: inDraft(ref), body: { text } }),
    onSuccess: (reply) => {
      client.setQueryData(commentsQuery(ref).queryKey, reply)
      onDone()
      return client.invalidateQueries({ queryKey: deskQuery.queryKey })
    },
  })
}

export function useSettleComment(ref: DraftRef) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof team.settleDraftComment>['body']): Promise<Comments> =>
      send(team.settleDraftComment, { params: inDraft(ref), body }),
    onSuccess: (reply) => {
      client.setQueryData(commentsQuery(ref).queryKey, reply)
      return client.invalidateQueries({ queryKey: deskQuery.queryKey })
    },
  })
}

export const figuresQuery = (ref: DraftRef) =>
  queryOptions({
    queryKey: [...key, 'figures', ref.kind, ref.key],
    queryFn: ({ signal }) => send(team.getFigures, { params: inDraft(ref) }, { signal }),
  })

/** Refetched at each visit and after each save, because the first change stores the published version. */
export const versionsQuery = (ref: DraftRef, revision: number) =>
  queryOptions({
    queryKey: [...key, 'versions', ref.kind, ref.key, revision],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => send(versions.listVersions, { params: inDraft(ref) }, { signal }),
    staleTime: 0,
  })

/** A published version never changes. */
export const versionQuery = (ref: DraftRef, id: number) =>
  queryOptions({
    queryKey: [...key, 'version', ref.kind, ref.key, id],
    queryFn: ({ signal }) => send(versions.getVersion, { params: { ...inDraft(ref), id } }, { signal }),
    staleTime: Infinity,
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

export const recordingsQuery = queryOptions({
  queryKey: [...key, 'recordings'],
  queryFn: ({ signal }) => send(team.listRecordings, {}, { signal }),
})

export function useAddRecording(onDone: (recording: DraftRecording) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (recording: File) => send(team.addRecording, { form: { fields: {}, files: { recording } } }),
    onSuccess: async (recording) => {
      await client.invalidateQueries({ queryKey: recordingsQuery.queryKey })
      onDone(recording)
    },
  })
}

/** Tags, sides of work-readiness and matching criteria, by name. */
export const choicesQuery = queryOptions({
  queryKey: [...key, 'choices'],
  queryFn: ({ signal }) => send(team.listChoices, {}, { signal }),
})

/** The sizes of all pictures: of the draft, and of pictures chosen since. */
export function usePictureSizes(media: DraftContent['media']): ReadonlyMap<string, number> {
  const { data } = useQuery({ ...picturesQuery, enabled: false })
  return new Map([...media, ...(data?.pictures ?? [])].map(({ hash, bytes }) => [hash, bytes]))
}

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
