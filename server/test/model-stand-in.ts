import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'

/** As the documentation of chat completions names them; whoever sends anything else is refused. */
const Asked = z.strictObject({
  model: z.string(),
  messages: z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).check(z.minLength(1)),
  stream: z.literal(true),
})
export type AskedModel = z.infer<typeof Asked> & { authorization: string | undefined }

type Behaviour = (response: ServerResponse, asked: AskedModel) => void

/** A language model in small: it streams what a test tells it to. */
export async function startModelStandIn() {
  const asked: AskedModel[] = []
  let behave: Behaviour = (response) => sayPieces(response, ['Hello'])
  async function hear(request: IncomingMessage, response: ServerResponse) {
    const parsed = Asked.safeParse(JSON.parse(await readBody(request)))
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return void response.writeHead(404).end()
    if (!parsed.success) return void response.writeHead(400).end(parsed.error.message)
    const one = { ...parsed.data, authorization: request.headers.authorization }
    asked.push(one)
    behave(response, one)
  }
  const server = createServer((request, response) => {
    void hear(request, response)
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

export function sayPieces(response: ServerResponse, pieces: readonly string[]): void {
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
