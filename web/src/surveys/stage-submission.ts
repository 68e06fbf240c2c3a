import { checkAnswers } from '@saathi/contract/questions/check-answers'
import type { StageQuestion, Survey } from '@saathi/contract/surveys/entities'
import { type Draft, splitDraft, type Submission, useSending } from '#questions/public.ts'
import { useSendStage } from './queries.ts'
import type { StageAddress } from './survey-address.ts'

type SubmissionHandlers = { onSent: (sent: Survey) => Promise<void>; onRefused: (error: Error) => void }

export function useSubmission(address: StageAddress, { onSent, onRefused }: SubmissionHandlers) {
  const { send, ...sending } = useSending(useSendStage(address, onSent), { onRefused })
  return {
    ...sending,
    submit: (questions: readonly StageQuestion[], fields: Draft) => send(() => submissionOf(questions, fields)),
  }
}

/** The normalised answers without empty ones. An empty stage is sent too: that completes it. */
function submissionOf(questions: readonly StageQuestion[], fields: Draft): Submission {
  const { answers: entered, files } = splitDraft(questions, fields)
  return { answers: checkAnswers(questions, entered).answers, files }
}
