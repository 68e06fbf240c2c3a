import { saveAnswers } from '@saathi/contract/learning/quiz-calls'
import type { CallReply } from '@saathi/contract/core/call'
import { ErrorReply } from '@saathi/contract/core/errors'
import { compileWire } from '@saathi/contract/core/wire'
import type { TestServer } from './harness.ts'

export type Place = { session: number; step: number; quiz: number }
type Part = string | File
type Sent = { status: number; raw: string; reply: CallReply<typeof saveAnswers> | null; refusal: ErrorReply | null }

/** A form as a browser sends it, byte for byte; the answers stand in `data` and in the other parts. */
export async function sendQuizForm(
  server: TestServer,
  personId: number | null,
  parts: Iterable<readonly [string, Part]>,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const form = new FormData()
  for (const [name, part] of parts) form.append(name, part)
  const encoded = new Response(form)
  const token = personId === null ? {} : { authorization: `Bearer ${await server.tokenFor(personId)}` }
  const response = await server.app.inject({
    method: 'POST',
    url: saveAnswers.path,
    headers: { ...token, 'content-type': encoded.headers.get('content-type') ?? '', ...headers },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const json: unknown = response.json()
  const isTaken = response.statusCode < 300
  return {
    status: response.statusCode,
    raw: response.body,
    reply: isTaken ? saveAnswers.reply.parse(compileWire(saveAnswers.reply).fromWire(json, 'refuse')) : null,
    refusal: isTaken ? null : ErrorReply.parse(compileWire(ErrorReply).fromWire(json, 'drop')),
  }
}

type Given = { answers?: unknown; parts?: Readonly<Record<string, Part>>; key?: string }

/** The answers as an object in `data`; files and single answers beside it. */
export function sendAnswers(server: TestServer, personId: number | null, place: Place, { answers, parts = {}, key }: Given = {}) {
  const data = { ...place, ...(answers !== undefined && { answer_json: answers }), mentorship: '' }
  const form = [['data', JSON.stringify(data)] as const, ...Object.entries(parts)]
  return sendQuizForm(server, personId, form, key === undefined ? {} : { 'idempotency-key': key })
}

/** What was taken, or the refusal as a failed test shows it. */
export function takenOf({ reply, refusal }: Sent): CallReply<typeof saveAnswers> {
  if (!reply) throw new Error(`The answers were refused: ${JSON.stringify(refusal)}`)
  return reply
}
