import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'

/** The documented request of chat completions; anything else is refused. */
const RequestBody = z.strictObject({
  model: z.string(),
  messages: z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).check(z.minLength(1)),
  stream: z.literal(true),
})
export type CompletionRequest = z.infer<typeof RequestBody> & { authorization: string | undefined }

type Behaviour = (response: ServerResponse, asked: CompletionRequest) => void

/** A fake language model that streams what a test tells it to. */
export async function startModelStandIn() {
  const asked: CompletionRequest[] = []
  let behave: Behaviour = (response) => streamPieces(response, ['Hello'])
  async function handle(request: IncomingMessage, response: ServerResponse) {
    const parsed = RequestBody.safeParse(JSON.parse(await readBody(request)))
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return void response.writeHead(404).end()
    if (!parsed.success) return void response.writeHead(400).end(parsed.error.message)
    const received = { ...parsed.data, authorization: request.headers.authorization }
    asked.push(received)
    behave(response, received)
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

export function streamPieces(response: ServerResponse, pieces: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const content of pieces) {
    const chunk = { id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason: null }] }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  response.end('data: [DONE]\n\n')
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
