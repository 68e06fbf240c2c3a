import type { Profile } from '@saathi/contract/accounts/entities'
import { changeAnswer, getAnswers, getStage, getSurvey, listSurveys, sendAnswers } from '@saathi/contract/surveys/calls'
import type { CallInput } from '@saathi/contract/core/call'
import type { Survey } from '@saathi/contract/surveys/entities'
import { type QueryClient, queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { reportError } from '#core/errors/report-error.ts'
import { profileQuery } from '#core/profile.ts'
import { partsOf, type Sent } from '#questions/public.ts'
import { isShown, resumeStage } from './resume.ts'
import { forgetDraft } from './stage/draft.ts'
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

/** Stays busy until `onSent` has navigated to the next page. */
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
      // In the mutation, not at the call site: after leaving the page, the old draft must still be removed.
      forgetDraft(address)
      // A survey fetch in flight would restore the old status.
      await client.cancelQueries({ queryKey: surveyKey(survey) })
      client.setQueryData(surveyKey(survey), sent)
      void client.invalidateQueries({ queryKey: listKey })
      // Refetched when next shown: an immediate refetch would remove the questions before the page is left.
      void client.invalidateQueries({ queryKey: answersKey(survey), refetchType: 'none' })
      const refreshed = refreshStatus(client, sent)
      // Only the redirect after a completed survey depends on the new profile.
      if (resumeStage(sent) === null) await refreshed
      await onSent(sent)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 422) reportError('survey', error)
      if (isRefusedWith(error, 'surveys.closed')) {
        // Not immediately: the page is navigating to the list.
        for (const queryKey of [listKey, surveyKey(survey)]) void client.invalidateQueries({ queryKey, refetchType: 'none' })
        void client.invalidateQueries({ queryKey: profileQuery.queryKey })
      } else if (error instanceof ApiError && error.code.startsWith('surveys.')) {
        // Refused for a reason in the survey: the cached survey is outdated.
        void refetchSurvey(client, survey)
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
      client.setQueryData(allAnswersQuery(survey).queryKey, (cached) =>
        cached?.map((each) => (each.stage === changed.stage ? changed : each)),
      )
      return client.invalidateQueries({ queryKey: answersKey(survey) })
    },
  })
}

/** Refetches the profile; until then, or if that fails, uses the status of the reply. */
async function refreshStatus(client: QueryClient, { id, status }: Survey): Promise<void> {
  client.setQueryData<Profile>(profileQuery.queryKey, (cached) => {
    if (!cached) return cached
    const surveys = cached.status.surveys.map((each) => (each.surveyId === id ? { ...each, surveyStatus: status } : each))
    return { ...cached, status: { ...cached.status, surveys } }
  })
  await client.invalidateQueries({ queryKey: profileQuery.queryKey })
}

const refetchSurvey = (client: QueryClient, survey: number) =>
  Promise.all([listKey, surveyKey(survey), answersKey(survey), ['surveys', 'stage']].map((key) => cancelAndRefetch(client, key)))

/** True while a stage is being sent, until the next page is shown. */
export const useIsSending = (survey: number): boolean => useIsMutating({ mutationKey: sendKey(survey) }) > 0

/** Ignores the live event while an own stage is being sent, whose reply is newer. */
export function onSurveyChanged(client: QueryClient, survey: number): void {
  if (client.isMutating({ mutationKey: sendKey(survey) }) > 0) return
  void refetchSurvey(client, survey)
  void client.invalidateQueries({ queryKey: profileQuery.queryKey })
}
