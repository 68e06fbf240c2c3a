import { changeAnswer, getAnswers, getStage, getSurvey, listSurveys } from '@saathi/contract/surveys/calls'
import type { CallInput } from '@saathi/contract/core/call'
import { type QueryClient, queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { profileQuery } from '#core/profile.ts'
import { isShown } from './resume.ts'
import type { StageAddress } from './survey-address.ts'

export const listKey = ['surveys', 'list'] as const
export const surveyKey = (survey: number) => ['surveys', 'survey', survey] as const
export const answersKey = (survey: number) => ['surveys', 'answers', survey] as const
export const sendKey = (survey: number) => ['surveys', 'send', survey] as const

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

export const refetchSurvey = (client: QueryClient, survey: number) =>
  Promise.all([listKey, surveyKey(survey), answersKey(survey), ['surveys', 'stage']].map((key) => cancelAndRefetch(client, key)))

/** True while a stage is being sent, until the next page is shown. */
export const useIsSending = (survey: number): boolean => useIsMutating({ mutationKey: sendKey(survey) }) > 0

/** Ignores the live event while this page is sending a stage, whose reply is newer. */
export function onSurveyChanged(client: QueryClient, survey: number): void {
  if (client.isMutating({ mutationKey: sendKey(survey) }) > 0) return
  void refetchSurvey(client, survey)
  void client.invalidateQueries({ queryKey: profileQuery.queryKey })
}
