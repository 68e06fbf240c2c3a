import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { TestServer } from '../../server/test/harness.ts'

const agent = new Agent({ keepAlive: true })

/** Over a real connection, so that the reply has exactly the headers that a browser sees. */
export async function requestOverWire(
  { app }: TestServer,
  input: { method: string; url: string; headers: Record<string, string>; payload?: string | Buffer },
) {
  const address = app.server.address()
  if (typeof address === 'string' || !address) throw new Error('The server is not listening.')
  const { port } = address
  const answer = await new Promise<{ statusCode: number; headers: Record<string, string | string[] | undefined>; body: string }>(
    (resolve, reject) => {
      const outgoing = request({ agent, host: '127.0.0.1', port, method: input.method, path: input.url, headers: input.headers })
      outgoing.once('error', reject)
      outgoing.once('response', (response) => {
        buffer(response).then(
          (bytes) => resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body: bytes.toString() }),
          reject,
        )
      })
      outgoing.end(input.payload)
    },
  )
  return answer
}
