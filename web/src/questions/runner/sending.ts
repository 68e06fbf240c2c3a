import { useRef, useState } from 'react'
import { newUuid } from '#core/uuid.ts'

/** A submission: answers by key, and the files among them. */
export type Submission = { answers: Record<string, unknown>; files: Record<string, File> }
type SendingOptions = { signal: AbortSignal; idempotencyKey: string; onProgress?: (fraction: number) => void }
export type Sent = Submission & { options: SendingOptions }

/** The part of a mutation needed here; the caller defines its reply. */
type Mutation<Reply> = {
  mutate: (sent: Sent, then: { onSuccess: (reply: Reply) => void; onError: (error: Error) => void }) => void
  isPending: boolean
  isSuccess: boolean
  isError: boolean
  error: Error | null
  reset: () => void
}
type SendingHandlers<Reply> = { onTaken?: (reply: Reply) => void; onRefused: (error: Error) => void }

/** One submission at a time, with the same idempotency key for every retry. */
export function useSending<Reply>(mutation: Mutation<Reply>, { onTaken, onRefused }: SendingHandlers<Reply>) {
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
    const hasFiles = Object.keys(submission.files).length > 0
    setFraction(undefined)
    setIsUploading(hasFiles)
    const options = { signal: controller.signal, idempotencyKey, ...(hasFiles && { onProgress: setFraction }) }
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

/** The server accepts a key once: the same content must be sent with it. */
function isSame(one: Submission, other: Submission): boolean {
  const names = Object.keys(one.files)
  return (
    JSON.stringify(one.answers) === JSON.stringify(other.answers) &&
    names.length === Object.keys(other.files).length &&
    names.every((name) => one.files[name] === other.files[name])
  )
}
