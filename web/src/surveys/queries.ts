import type { Profile } from '@saathi/contract/accounts/entities'
import { changeAnswer, getAnswers, getStage, getSurvey, listSurveys, sendAnswers } from '@saathi/contract/surveys/calls'
import type { CallInput } from '@saathi/contract/core/call'
import type { Survey } from '@saathi/contract/surveys/entities'
import { type QueryClient, queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/cancel-and-refetch.ts'
import { reportError } from '#core/report-error.ts'
import { profileQuery } from '#core/profile.ts'
import { partsOf, type Sent } from '#questions/public.ts'
import { isShown, resumeStage } from './resume.ts'
import { forgetDraft } from './stage-draft.ts'
import type { StageAddress } from './survey-address.ts'

const listKey = ['surveys', 'list'] as const
const surveyKey = (survey: number) => ['surveys', 'survey', survey] as const
const answersKey = (survey: number) => ['surveys', 'answers', survey] as const
const sendKey = (survey: number) => ['surveys', 'send', survey] as const

export const surveysQuery = queryOptions({
  queryKey: listKey,
  queryFn: async ({ signal }) => (await send(listSurveys, {}, { signal })).surveys,
  select: (surveys) => surveys.filter(({ expPermission, status }) => isShown(expPermission, status)),
})

export const surveyQuery = (id: number) =>
  queryOptions({
    queryKey: surveyKey(id),
    queryFn: ({ signal }) => send(getSurvey, { params: { id }, query: { imageType: 'web' } }, { signal }),
  })

export const stageQuery = (id: number) =>
  queryOptions({
    queryKey: ['surveys', 'stage', id],
    queryFn: ({ signal }) => send(getStage, { params: { id } }, { signal }),
  })

export const stageAnswersQuery = ({ survey, stage }: StageAddress) =>
  queryOptions({
    queryKey: [...answersKey(survey), stage],
    queryFn: async ({ signal }) => (await send(getAnswers, { query: { survey, stage } }, { signal })).answers,
  })

export const allAnswersQuery = (survey: number) =>
  queryOptions({
    queryKey: [...answersKey(survey), 'all'],
    queryFn: async ({ signal }) => (await send(getAnswers, { query: { survey } }, { signal })).stages,
  })

export const isRefusedWith = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code

/** Stays busy until `onSent` has brought the reader to what comes next. */
export function useSendStage(address: StageAddress, onSent: (sent: Survey) => Promise<void>) {
  const client = useQueryClient()
  const { survey, stage } = address
  return useMutation({
    mutationKey: sendKey(survey),
    mutationFn: ({ answers, files, options }: Sent) => {
      const form = { fields: { data: { survey, stage, answers } }, files: {}, keyed: { texts: partsOf(answers), files } }
      return send(sendAnswers, { form }, options)
    },
    onSuccess: async (sent) => {
      // Here and not where it is called: whoever leaves while it is on its way must not find the old draft again.
      forgetDraft(address)
      // A survey already on its way to us would bring the old standing back.
      await client.cancelQueries({ queryKey: surveyKey(survey) })
      client.setQueryData(surveyKey(survey), sent)
      void client.invalidateQueries({ queryKey: listKey })
      // Read anew by whoever shows them next: here they would take the questions away before the page is left.
      void client.invalidateQueries({ queryKey: answersKey(survey), refetchType: 'none' })
      const refreshed = refreshStatus(client, sent)
      // Only the way out of a whole survey depends on what the profile says now.
      if (resumeStage(sent) === null) await refreshed
      await onSent(sent)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 422) reportError('survey', error)
      if (isRefusedWith(error, 'surveys.closed')) {
        // Not at once: the page is on its way to the list.
        for (const queryKey of [listKey, surveyKey(survey)]) void client.invalidateQueries({ queryKey, refetchType: 'none' })
        void client.invalidateQueries({ queryKey: profileQuery.queryKey })
      } else if (error instanceof ApiError && error.code.startsWith('surveys.')) {
        // Refused for a reason of the survey's own: ours is no longer as the server has it.
        void readAllOf(client, survey)
      }
    },
  })
}

type Change = Pick<CallInput<typeof changeAnswer>['body'], 'questionKey' | 'answer'>

export function useChangeAnswer({ survey, stage }: StageAddress) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['surveys', 'change', survey],
    mutationFn: (change: Change) => send(changeAnswer, { body: { survey, stage, ...change } }),
    onSuccess: (changed) => {
      client.setQueryData(allAnswersQuery(survey).queryKey, (held) =>
        held?.map((each) => (each.stage === changed.stage ? changed : each)),
      )
      return client.invalidateQueries({ queryKey: answersKey(survey) })
    },
  })
}

/** The server's word on the profile, and until it comes, or if it does not, what the reply itself says. */
async function refreshStatus(client: QueryClient, { id, status }: Survey): Promise<void> {
  client.setQueryData<Profile>(profileQuery.queryKey, (held) => {
    if (!held) return held
    const surveys = held.status.surveys.map((each) => (each.surveyId === id ? { ...each, surveyStatus: status } : each))
    return { ...held, status: { ...held.status, surveys } }
  })
  await client.invalidateQueries({ queryKey: profileQuery.queryKey })
}

const readAllOf = (client: QueryClient, survey: number) =>
  Promise.all([listKey, surveyKey(survey), answersKey(survey), ['surveys', 'stage']].map((key) => cancelAndRefetch(client, key)))

/** While a stage is on its way, and until the page that follows is there. */
export const useIsSending = (survey: number): boolean => useIsMutating({ mutationKey: sendKey(survey) }) > 0

/** From the live line: while a stage of our own is on its way, its reply is the newer word. */
export function hearSurvey(client: QueryClient, survey: number): void {
  if (client.isMutating({ mutationKey: sendKey(survey) }) > 0) return
  void readAllOf(client, survey)
  void client.invalidateQueries({ queryKey: profileQuery.queryKey })
}
