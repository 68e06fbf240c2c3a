import * as z from 'zod/mini'
import type { AssistantSettings } from '#core/chat-settings.ts'

export type Turn = { role: 'system' | 'user' | 'assistant'; content: string }

/** The endpoint is down, refuses, or was too slow: the words are for the log alone. */
export class EndpointFailure extends Error {}

const MAX_LETTERS = 8000

const Chunk = z.object({
  choices: z.array(z.object({ delta: z.optional(z.object({ content: z.optional(z.nullable(z.string())) })) })),
})

/**
 * One answer, piece by piece. The address is the operator's own choice and no user's wish, so it is asked directly; where it
 * redirects to is not followed, because that would carry the key to somebody else.
 */
export async function requestCompletion(
  { url, key, model, answerWithinMs }: AssistantSettings,
  messages: readonly Turn[],
  { signal, onDraft }: { signal: AbortSignal; onDraft: (soFar: string) => void },
): Promise<string> {
  try {
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, messages, stream: true }),
      // Over everything, the last piece included.
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    })
    if (!response.ok) throw new EndpointFailure(`it answered ${response.status}`)
    return await readPieces(response, onDraft)
  } catch (error) {
    throw error instanceof EndpointFailure ? error : new EndpointFailure('it could not be asked', { cause: error })
  }
}

async function readPieces({ body }: Response, onDraft: (soFar: string) => void): Promise<string> {
  let answer = ''
  for await (const data of eventsOf(body)) {
    if (data === '[DONE]') break
    const piece = readChunk(data)
    if (piece === '') continue
    answer += piece
    if (answer.length > MAX_LETTERS) break
    onDraft(answer)
  }
  if (answer.trim() === '') throw new EndpointFailure('it said nothing')
  return answer
}

function readChunk(data: string): string {
  try {
    return Chunk.parse(JSON.parse(data)).choices[0]?.delta?.content ?? ''
  } catch (error) {
    throw new EndpointFailure('it said what nobody can read', { cause: error })
  }
}

/** Longer than any piece of an answer. */
const MAX_LINE = 256 * 1024

/** The data of server-sent events, as the standard writes them; each of ours has one line of it. */
async function* eventsOf(body: Response['body']): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new EndpointFailure('it said too much at once')
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim()
  }
  if (rest.startsWith('data:')) yield rest.slice('data:'.length).trim()
}
