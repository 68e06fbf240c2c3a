import { createServer, request as requestServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const versionOf = (text: string): string => /name="saathi-version" content="(\w+)"/.exec(text)?.[1] ?? ''

async function read(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** A proxy that, after release(), presents the server's build as the next one: page and worker report another version. */
export async function startReleases(url: string) {
  const current = versionOf(await (await fetch(`${url}/signin`)).text())
  if (!current) throw new Error('The page does not contain its version.')
  let version = current

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const hasVersion = incoming.headers['sec-fetch-mode'] === 'navigate' || /^\/(sw\.js.*)?$/.test(incoming.url ?? '')
    const { 'accept-encoding': encoding, 'if-none-match': known, ...headers } = incoming.headers
    const unchanged = hasVersion
      ? {}
      : { ...(encoding && { 'accept-encoding': encoding }), ...(known && { 'if-none-match': known }) }
    const proxied = requestServer(
      `${url}${incoming.url}`,
      { method: incoming.method, headers: { ...headers, ...unchanged } },
      (answer) => {
        if (!hasVersion) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
          return
        }
        const { etag: _tag, 'last-modified': _time, 'content-length': _length, ...headersToSend } = answer.headers
        const sendRewritten = async () => {
          const body = await read(answer)
          outgoing.writeHead(answer.statusCode ?? 502, headersToSend).end(body.toString().replaceAll(current, version))
        }
        void sendRewritten()
      },
    )
    proxied.on('error', () => outgoing.destroy())
    incoming.pipe(proxied)
  }

  const server = createServer(forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Returns the new version. */
    release: (): string => (version = `${current}next`),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
