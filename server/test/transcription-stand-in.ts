import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The documented fields of a transcription request; anything else is refused. */
const documented = new Set(['file', 'model', 'response_format', 'language', 'prompt', 'temperature'])
const formats = new Set(['json', 'text', 'srt', 'verbose_json', 'vtt'])

export type TranscriptionRequest = { model: string; film: Buffer; authorization: string | undefined }
/** A number is the status of a refusal. */
type Behaviour = (asked: TranscriptionRequest) => string | number

/** A fake transcription service that returns the text a test gives it. */
export async function startTranscriptionStandIn() {
  const asked: TranscriptionRequest[] = []
  let behave: Behaviour = () => 'Hello'

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const refuse = (status: number, message: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
    const body = await buffer(request)
    if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') return refuse(404, 'unknown address')
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(body), { headers }).formData()
    const [file, model, format] = [form.get('file'), form.get('model'), form.get('response_format') ?? 'json']
    const unknown = [...form.keys()].filter((name) => !documented.has(name))
    if (unknown.length > 0) return refuse(400, `unknown: ${unknown.join(', ')}`)
    if (!(file instanceof File) || typeof model !== 'string') return refuse(400, 'file and model are needed')
    if (typeof format !== 'string' || !formats.has(format)) return refuse(400, 'unknown format')
    const received = { model, film: Buffer.from(await file.arrayBuffer()), authorization: request.headers.authorization }
    asked.push(received)
    const result = behave(received)
    if (typeof result === 'number') return refuse(result, 'not now')
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: result }))
  }

  const server = createServer((request, response) => {
    void handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behaveLike: (next: Behaviour) => {
      behave = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
