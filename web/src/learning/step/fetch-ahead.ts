import type { SessionDetail } from '@saathi/contract/learning/detail'
import type { QueryClient } from '@tanstack/react-query'
import type { SessionContext } from '../session/context.tsx'
import { quizQuery } from '../quiz/queries.ts'
import { fetchPicture } from '#core/network/fetch-picture.ts'

/** Data newer than this is not fetched again. */
const freshMs = 30 * 60_000

/** Prefetches everything a session loads piece by piece, so that it works offline. */
export async function fetchAhead(
  client: QueryClient,
  context: SessionContext,
  session: SessionDetail,
  signal: AbortSignal,
): Promise<void> {
  const { id, banner, sessionSteps } = session
  // One at a time, so that the reader's own requests are not delayed.
  for (const { id: step, content } of sessionSteps) {
    for (const { quiz } of content) {
      if (signal.aborted) return
      if (quiz) await client.prefetchQuery({ ...quizQuery(context, { session: id, step, quiz: quiz.id }), staleTime: freshMs })
    }
  }
  const pictures = sessionSteps.flatMap(({ content }) => content.flatMap(({ localeImage, image }) => localeImage || image || []))
  for (const address of banner ? [banner, ...pictures] : pictures) {
    if (signal.aborted) return
    await fetchPicture(address, signal)
  }
}
