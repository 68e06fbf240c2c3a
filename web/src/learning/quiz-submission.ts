import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { checkAnswers } from '@saathi/contract/questions/check-answers'
import type { Question } from '@saathi/contract/questions/entities'
import { useRef, useState } from 'react'
import { newUuid } from '#core/uuid.ts'
import { type Draft, splitDraft } from '#questions/face.ts'
import type { QuizAddress } from './quiz-address.ts'
import { forgetDraft } from './quiz-draft.ts'
import { type Submission, useSaveAnswers } from './quiz-queries.ts'

type Outcome = {
  /** Undefined where nothing was answered, so nothing was sent. */
  onDone: (saved: QuizState | undefined) => void
  onRefused: (error: Error) => void
}

/** One submission at a time, under one key however often it has to be tried. */
export function useSubmission(address: QuizAddress, { onDone, onRefused }: Outcome) {
  const saving = useSaveAnswers(address)
  const [fraction, setFraction] = useState<number>()
  const [isUploading, setIsUploading] = useState(false)
  // Known at once, while the button learns of it only with the next drawing: two taps are quicker than that.
  const running = useRef<AbortController | null>(null)
  const last = useRef<{ submission: Submission; idempotencyKey: string } | null>(null)

  function submit(questions: readonly Question[], fields: Draft) {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    const submission = submissionOf(questions, fields)
    if (!submission) {
      forgetDraft(address)
      return onDone(undefined)
    }

    const isRetry = last.current !== null && isSame(last.current.submission, submission)
    const idempotencyKey = isRetry && last.current ? last.current.idempotencyKey : newUuid()
    last.current = { submission, idempotencyKey }
    const hasFiles = Object.keys(submission.files).length > 0
    setFraction(undefined)
    setIsUploading(hasFiles)
    const options = { signal: controller.signal, idempotencyKey, ...(hasFiles && { onProgress: setFraction }) }
    saving.mutate(
      { ...submission, options },
      {
        onSuccess: ({ state }) => onDone(state),
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
    /** Also after it was saved: until the next page is there, this one must not send again. */
    isSending: saving.isPending || saving.isSuccess,
    isUploading: isUploading && saving.isPending,
    fraction,
    error: saving.error,
    clearError: () => saving.isError && saving.reset(),
  }
}

/** The answers as they are kept, empty ones left out; undefined where there is none at all. */
function submissionOf(questions: readonly Question[], fields: Draft): Submission | undefined {
  const { answers: given, files } = splitDraft(questions, fields)
  const { answers, problems } = checkAnswers(questions, given)
  // What does not pass goes as it was entered: the server says which one it was.
  const rejected = Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(problems, key)))
  const submission = { answers: { ...answers, ...rejected }, files }
  return [submission.answers, files, problems].some((part) => Object.keys(part).length > 0) ? submission : undefined
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
