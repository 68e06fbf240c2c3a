import type { SessionDetail } from '@saathi/contract/learning/detail'
import type { QueryClient } from '@tanstack/react-query'
import type { SessionContext } from './journey.ts'
import { quizQuery } from './quiz-queries.ts'
import { fetchPicture } from '#core/fetch-picture.ts'

/** What came within this time is not asked for again. */
const freshMs = 30 * 60_000

/** Everything of a session that is read one by one, so that it can be gone through where there is no connection. */
export async function fetchAhead(
  client: QueryClient,
  journey: SessionContext,
  session: SessionDetail,
  signal: AbortSignal,
): Promise<void> {
  const { id, banner, sessionSteps } = session
  // One after the other: what the reader does meanwhile comes first.
  for (const { id: step, content } of sessionSteps) {
    for (const { quiz } of content) {
      if (signal.aborted) return
      if (quiz) await client.prefetchQuery({ ...quizQuery(journey, { session: id, step, quiz: quiz.id }), staleTime: freshMs })
    }
  }
  const pictures = sessionSteps.flatMap(({ content }) => content.flatMap(({ localeImage, image }) => localeImage || image || []))
  for (const address of banner ? [banner, ...pictures] : pictures) {
    if (signal.aborted) return
    await fetchPicture(address, signal)
  }
}
