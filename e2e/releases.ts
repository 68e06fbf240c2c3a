import { createServer, request as askServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const versionOf = (text: string): string => /name="saathi-version" content="(\w+)"/.exec(text)?.[1] ?? ''

async function read(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** In front of a server, whose build it passes on as the next one once that is released: page and worker say another version. */
export async function startReleases(url: string) {
  const current = versionOf(await (await fetch(`${url}/signin`)).text())
  if (!current) throw new Error('The page does not say of which build it is.')
  let version = current

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const carries = incoming.headers['sec-fetch-mode'] === 'navigate' || /^\/(sw\.js.*)?$/.test(incoming.url ?? '')
    const { 'accept-encoding': encoding, 'if-none-match': known, ...headers } = incoming.headers
    const unchanged = carries
      ? {}
      : { ...(encoding && { 'accept-encoding': encoding }), ...(known && { 'if-none-match': known }) }
    const asked = askServer(
      `${url}${incoming.url}`,
      { method: incoming.method, headers: { ...headers, ...unchanged } },
      (answer) => {
        if (!carries) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
          return
        }
        const { etag: _tag, 'last-modified': _time, 'content-length': _length, ...kept } = answer.headers
        const passOn = async () => {
          const body = await read(answer)
          outgoing.writeHead(answer.statusCode ?? 502, kept).end(body.toString().replaceAll(current, version))
        }
        void passOn()
      },
    )
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  }

  const server = createServer(pass)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Resolves to its version. */
    release: (): string => (version = `${current}next`),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
