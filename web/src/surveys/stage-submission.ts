import { checkAnswers } from '@saathi/contract/questions/check-answers'
import type { StageQuestion, Survey } from '@saathi/contract/surveys/entities'
import { type Draft, splitDraft, type Submission, useSending } from '#questions/public.ts'
import { useSendStage } from './queries.ts'
import type { StageAddress } from './survey-address.ts'

type Outcome = { onSent: (sent: Survey) => Promise<void>; onRefused: (error: Error) => void }

export function useSubmission(address: StageAddress, { onSent, onRefused }: Outcome) {
  const { send, ...sending } = useSending(useSendStage(address, onSent), { onRefused })
  return {
    ...sending,
    submit: (questions: readonly StageQuestion[], fields: Draft) => send(() => submissionOf(questions, fields)),
  }
}

/** The answers as they are kept, empty ones left out. A stage on which nothing is left is sent all the same: that ends it. */
function submissionOf(questions: readonly StageQuestion[], fields: Draft): Submission {
  const { answers: given, files } = splitDraft(questions, fields)
  return { answers: checkAnswers(questions, given).answers, files }
}
