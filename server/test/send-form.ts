import type { Call, CallReply } from '@saathi/contract/core/call'
import { ErrorReply } from '@saathi/contract/core/errors'
import { compileWire } from '@saathi/contract/core/wire'
import type { TestServer } from './harness.ts'

export type Part = string | File
type FormAnswer<R> = { status: number; raw: string; reply: R | null; refusal: ErrorReply | null }
export type FormReply<C extends Call> = FormAnswer<CallReply<C>>

/** A form as a browser sends it, byte for byte. */
export async function sendForm<C extends Call>(
  server: TestServer,
  call: C,
  personId: number | null,
  parts: Iterable<readonly [string, Part]>,
  headers: Record<string, string> = {},
): Promise<FormReply<C>> {
  const form = new FormData()
  for (const [name, part] of parts) form.append(name, part)
  const encoded = new Response(form)
  const token = personId === null ? {} : { authorization: `Bearer ${await server.tokenFor(personId)}` }
  const response = await server.app.inject({
    method: 'POST',
    url: call.path,
    headers: { ...token, 'content-type': encoded.headers.get('content-type') ?? '', ...headers },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const json: unknown = response.json()
  const isSuccess = response.statusCode < 300
  return {
    status: response.statusCode,
    raw: response.body,
    reply: isSuccess ? (call.reply.parse(compileWire(call.reply).fromWire(json, 'refuse')) as CallReply<C>) : null,
    refusal: isSuccess ? null : ErrorReply.parse(compileWire(ErrorReply).fromWire(json, 'drop')),
  }
}

/** The reply; a refusal throws with its details. */
export function replyOf<R>({ reply, refusal }: FormAnswer<R>): R {
  if (reply === null) throw new Error(`The form was refused: ${JSON.stringify(refusal)}`)
  return reply
}
