import * as z from 'zod/mini'
import type { AssistantSettings } from '#core/settings/chat.ts'

export type Turn = { role: 'system' | 'user' | 'assistant'; content: string }

/** The endpoint is down, refuses, or is too slow. The message is only logged. */
export class EndpointFailure extends Error {}

const MAX_CHARACTERS = 8000

const Chunk = z.object({
  choices: z.array(z.object({ delta: z.optional(z.object({ content: z.optional(z.nullable(z.string())) })) })),
})

/**
 * Streams one answer. The address is configured by the operator, so it is fetched directly. Redirects are not followed, because
 * they would send the key to another host.
 */
export async function requestCompletion(
  { url, key, model, answerWithinMs }: AssistantSettings,
  messages: readonly Turn[],
  { signal, onDraft }: { signal: AbortSignal; onDraft: (draft: string) => void },
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
      // Covers the whole stream, including the last chunk.
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    })
    if (!response.ok) throw new EndpointFailure(`the endpoint replied with status ${response.status}`)
    return await readStream(response, onDraft)
  } catch (error) {
    throw error instanceof EndpointFailure ? error : new EndpointFailure('the request to the endpoint failed', { cause: error })
  }
}

async function readStream({ body }: Response, onDraft: (draft: string) => void): Promise<string> {
  let answer = ''
  for await (const data of eventsOf(body)) {
    if (data === '[DONE]') break
    const text = readChunk(data)
    if (text === '') continue
    answer += text
    if (answer.length > MAX_CHARACTERS) break
    onDraft(answer)
  }
  if (answer.trim() === '') throw new EndpointFailure('the endpoint sent an empty answer')
  return answer
}

function readChunk(data: string): string {
  try {
    return Chunk.parse(JSON.parse(data)).choices[0]?.delta?.content ?? ''
  } catch (error) {
    throw new EndpointFailure('the endpoint sent an invalid chunk', { cause: error })
  }
}

/** Longer than any chunk of an answer. */
const MAX_LINE = 256 * 1024

/** The data of server-sent events. The endpoint sends one line of data per event. */
async function* eventsOf(body: Response['body']): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new EndpointFailure('the endpoint sent a line that is too long')
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim()
  }
  if (rest.startsWith('data:')) yield rest.slice('data:'.length).trim()
}
