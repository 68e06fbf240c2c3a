import { checkAnswers } from '@saathi/contract/questions/check-answers'
import type { StageQuestion, Survey } from '@saathi/contract/surveys/entities'
import { useRef, useState } from 'react'
import { newUuid } from '#core/uuid.ts'
import { type Draft, splitDraft } from '#questions/face.ts'
import { type Submission, useSendStage } from './queries.ts'
import type { StageAddress } from './survey-address.ts'

type Outcome = { onSent: (sent: Survey) => Promise<void>; onRefused: (error: Error) => void }

/** One submission at a time, under one key however often it has to be tried. */
export function useSubmission(address: StageAddress, { onSent, onRefused }: Outcome) {
  const sending = useSendStage(address, onSent)
  const [fraction, setFraction] = useState<number>()
  const [isUploading, setIsUploading] = useState(false)
  // Known at once, while the button learns of it only with the next drawing: two taps are quicker than that.
  const running = useRef<AbortController | null>(null)
  const last = useRef<{ submission: Submission; idempotencyKey: string } | null>(null)

  function submit(questions: readonly StageQuestion[], fields: Draft) {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    const submission = submissionOf(questions, fields)
    const before = last.current
    const idempotencyKey = before && isSame(before.submission, submission) ? before.idempotencyKey : newUuid()
    last.current = { submission, idempotencyKey }
    const hasFiles = Object.keys(submission.files).length > 0
    setFraction(undefined)
    setIsUploading(hasFiles)
    const options = { signal: controller.signal, idempotencyKey, ...(hasFiles && { onProgress: setFraction }) }
    sending.mutate(
      { ...submission, options },
      {
        onError: (error) => {
          running.current = null
          onRefused(error)
        },
      },
    )
  }

  return {
    submit,
    cancel: () => running.current?.abort(),
    /** Also after it was taken: until the next page is there, this one must not send again. */
    isSending: sending.isPending || sending.isSuccess,
    isUploading: isUploading && sending.isPending,
    fraction,
    error: sending.error,
    clearError: () => sending.isError && sending.reset(),
  }
}

/** The answers as they are kept, empty ones left out. A stage on which nothing is left is sent all the same: that ends it. */
function submissionOf(questions: readonly StageQuestion[], fields: Draft): Submission {
  const { answers: given, files } = splitDraft(questions, fields)
  return { answers: checkAnswers(questions, given).answers, files }
}

/** The server takes a key once: under it the same must come, byte by byte. */
function isSame(one: Submission, other: Submission): boolean {
  const names = Object.keys(one.files)
  return (
    JSON.stringify(one.answers) === JSON.stringify(other.answers) &&
    names.length === Object.keys(other.files).length &&
    names.every((name) => one.files[name] === other.files[name])
  )
}
