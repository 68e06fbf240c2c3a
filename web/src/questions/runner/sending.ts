import { checkAnswers } from '@saathi/contract/questions/answers'
import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { useRef, useState } from 'react'
import { isUnreachable } from '#core/api-error.ts'
import type { Kind } from '#core/outbox/kind.ts'
import { sessionEpoch } from '#core/outbox/list.ts'
import { drop, enqueue, type EntryInfo, retryRefused } from '#core/outbox/outbox.ts'
import { newUuid } from '#core/uuid.ts'
import { type Draft, splitDraft } from '../draft.ts'

/** A submission: answers by key, and the files among them. */
export type Submission = { answers: Record<string, unknown>; files: Record<string, File> }
type SendingOptions = { signal: AbortSignal; idempotencyKey: string; onProgress?: (fraction: number) => void }
export type Sent = Submission & { options: SendingOptions }

/** The part of a mutation needed here; the caller defines its reply. */
export type SendMutation<Reply> = {
  mutate: (sent: Sent, then: { onSuccess: (reply: Reply) => void; onError: (error: Error) => void }) => void
  isPending: boolean
  isSuccess: boolean
  isError: boolean
  error: Error | null
  reset: () => void
}
export type SendingHandlers<Reply> = { onTaken?: ((reply: Reply) => void) | undefined; onRefused: (error: Error) => void }

/** One submission at a time, with the same idempotency key for every retry. */
export function useSending<Reply>(mutation: SendMutation<Reply>, { onTaken, onRefused }: SendingHandlers<Reply>) {
  const [fraction, setFraction] = useState<number>()
  const [isUploading, setIsUploading] = useState(false)
  // A ref is updated at once, while the button is disabled only at the next render: two taps can be quicker.
  const running = useRef<AbortController | null>(null)
  const last = useRef<{ submission: Submission; idempotencyKey: string } | null>(null)

  /** `read` is called once nothing else is in flight; if it returns nothing, nothing is sent. */
  function send(read: () => Submission | undefined) {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    const submission = read()
    if (!submission) return
    const before = last.current
    const idempotencyKey = before && isSame(before.submission, submission) ? before.idempotencyKey : newUuid()
    last.current = { submission, idempotencyKey }
    const isUpload = hasFiles(submission)
    setFraction(undefined)
    setIsUploading(isUpload)
    const options = { signal: controller.signal, idempotencyKey, ...(isUpload && { onProgress: setFraction }) }
    mutation.mutate(
      { ...submission, options },
      {
        onSuccess: (reply) => onTaken?.(reply),
        onError: (error) => {
          running.current = null
          onRefused(error)
        },
      },
    )
  }

  return {
    send,
    cancel: () => running.current?.abort(),
    /** Also after success: until the next page is shown, this one must not send again. */
    isSending: mutation.isPending || mutation.isSuccess,
    isUploading: isUploading && mutation.isPending,
    fraction,
    error: mutation.error,
    clearError: () => mutation.isError && mutation.reset(),
  }
}

/** The normalised answers without empty ones. */
export function submissionOf(questions: readonly Question[], fields: Draft): Submission {
  const { answers: entered, files } = splitDraft(questions, fields)
  return { answers: checkAnswers(questions, entered).answers, files }
}

export const hasFiles = ({ files }: Pick<Submission, 'files'>): boolean => Object.keys(files).length > 0
export const isBlank = (submission: Submission): boolean => Object.keys(submission.answers).length === 0 && !hasFiles(submission)

/** No progress is shown, but the callback disables the response timeout, which a slow upload could exceed. */
const ignoreProgress = () => {}

/** How the outbox sends a queued submission. */
export const queuedOptions = (submission: Submission, idempotencyKey: string) => ({
  idempotencyKey,
  ...(hasFiles(submission) && { onProgress: ignoreProgress }),
})

type Queueing<Input, Reply> = {
  kind: Kind<Input, Reply>
  input: Input
  questions: readonly Question[]
  describe: () => Omit<EntryInfo, 'id'>
}

/** Sends the answers; without a connection they are queued in the outbox, and the reply is null. */
export async function sendOrQueue<Input, Reply>(
  sent: Sent,
  send: () => Promise<Reply>,
  { kind, input, questions, describe }: Queueing<Input, Reply>,
): Promise<Reply | null> {
  const epoch = sessionEpoch()
  try {
    const reply = await send()
    await drop(kind, input)
    void retryRefused(kind.lineOf(input))
    return reply
  } catch (error) {
    if (!isUnreachable(error) || sessionEpoch() !== epoch || !canWait(questions, sent)) throw error
    await enqueue(kind, input, { ...describe(), id: sent.options.idempotencyKey })
    return null
  }
}

/** Passwords must not be written to browser storage: answers that contain one are sent immediately or not at all. */
const canWait = (questions: readonly Question[], { answers }: Submission): boolean =>
  !questions.some((question) => typeOf(question) === 'Password' && Object.hasOwn(answers, question.key))

/** The server accepts a key once: the same content must be sent with it. */
function isSame(one: Submission, other: Submission): boolean {
  const names = Object.keys(one.files)
  return (
    JSON.stringify(one.answers) === JSON.stringify(other.answers) &&
    names.length === Object.keys(other.files).length &&
    names.every((name) => one.files[name] === other.files[name])
  )
}
