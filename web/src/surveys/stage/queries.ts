import type { Profile } from '@saathi/contract/accounts/entities'
import { Id } from '@saathi/contract/core/fields'
import { sendAnswers } from '@saathi/contract/surveys/calls'
import type { Stage, Survey } from '@saathi/contract/surveys/entities'
import type { TextKey } from '@saathi/contract/texts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ApiError } from '#core/api-error.ts'
import { send, type SendOptions } from '#core/api.ts'
import { reportError } from '#core/errors/report-error.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { useWaiting } from '#core/outbox/list.ts'
import { profileQuery } from '#core/profile.ts'
import { queryClient } from '#core/query-client.ts'
import { removeStored } from '#core/storage.ts'
import { hasFiles, partsOf, queuedOptions, type Sent, sendOrQueue, type Submission } from '#questions/public.ts'
import { answersKey, isRefusedWith, listKey, refetchSurvey, sendKey, stageQuery, surveyKey, surveyQuery } from '../queries.ts'
import { resumeStage } from '../resume.ts'
import { draftKeyOf, type StageAddress, stageLink } from '../survey-address.ts'
import { nameOf } from '../survey-words.ts'

function sendStage({ survey, stage }: StageAddress, { answers, files }: Submission, options: SendOptions) {
  const form = { fields: { data: { survey, stage, answers } }, files: {}, keyed: { texts: partsOf(answers), files } }
  return send(sendAnswers, { form }, options)
}

/** Refusals of a queued stage. */
const reasons: Readonly<Record<string, TextKey>> = {
  'surveys.not_found': 'outbox.why.gone',
  'surveys.not_yours': 'outbox.why.gone',
  'surveys.stage_elsewhere': 'outbox.why.gone',
  'surveys.closed': 'surveys.stage.closed',
  'surveys.stage_order': 'outbox.why.parts',
  'surveys.answers_rejected': 'outbox.why.answers',
}

/** The answers of a stage, with their files. The stages of a survey are sent in order. */
export const stageKind = defineKind({
  name: 'surveys.stage',
  input: z.object({
    survey: Id,
    stage: Id,
    answers: z.record(z.string(), z.unknown()),
    files: z.record(z.string(), z.instanceof(File)),
  }),
  lineOf: ({ survey }) => `surveys.${survey}`,
  aboutOf: ({ stage }) => `stage ${stage}`,
  send: ({ survey, stage, ...submission }, idempotencyKey) =>
    sendStage({ survey, stage }, submission, queuedOptions(submission, idempotencyKey)),
  isLarge: hasFiles,
  settle: (input, sent) => {
    removeStored(draftKeyOf(input))
    queryClient.setQueryData(surveyKey(input.survey), sent)
  },
  giveUp: (input, code) => {
    // After other refusals the answers can be corrected or sent later; after this one nothing can be done.
    if (code === undefined || code === 'surveys.closed') removeStored(draftKeyOf(input))
  },
  reasonOf: (code) => (Object.hasOwn(reasons, code) ? reasons[code] : undefined),
  // Sending the stages before it may resolve this.
  isTied: (code) => code === 'surveys.stage_order',
})

/** The stages of a survey that are queued; refused ones do not count. */
export function useWaitingStages(survey: number): ReadonlySet<number> {
  const queued = useWaiting().flatMap((entry) => (entry.refusal ? [] : (stageKind.read(entry) ?? [])))
  return new Set(queued.flatMap((each) => (each.survey === survey ? each.stage : [])))
}

/** Stays busy until `onSent` has navigated to the next page. */
export function useSendStage(address: StageAddress, onSent: (sent: Survey) => Promise<void>) {
  const client = useQueryClient()
  const { survey, stage } = address

  function describe() {
    const cached = client.getQueryData(surveyQuery(survey).queryKey)
    const part = cached && cached.stages.length > 1 ? cached.stages.filter(({ id }) => id === stage) : []
    const title = [...(cached ? [cached] : []), ...part].map(nameOf).join(' · ')
    return { label: { text: 'outbox.survey' as const, values: { title } }, place: stageLink(address) }
  }

  return useMutation({
    mutationKey: sendKey(survey),
    mutationFn: ({ options, ...submission }: Sent) =>
      sendOrQueue({ options, ...submission }, () => sendStage(address, submission, options), {
        kind: stageKind,
        input: { ...address, ...submission },
        questions: client.getQueryData<Stage>(stageQuery(stage).queryKey)?.pages.flatMap(({ questions }) => questions) ?? [],
        describe,
      }),
    onSuccess: async (sent) => {
      // The draft stays until the queued answers are sent, in case the server refuses them.
      if (!sent) return
      // In the mutation, not at the call site: after leaving the page, the old draft must still be removed.
      removeStored(draftKeyOf(address))
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
        // The server refused because of the state of the survey, so our cached survey is outdated.
        void refetchSurvey(client, survey)
      }
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
