import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { egressMap, type EgressMap } from '#core/outgoing/outgoing.ts'

/** Public addresses of the hosts in the fake internet. */
export const hostAddress = '93.184.215.14'
export const otherAddress = '93.184.215.15'

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/**
 * One real HTTP server plays every public host. Every other address leads to a canary that counts connections. `page.example` and
 * `other.example` exist from the start; tests can add names.
 */
export async function startSmallInternet() {
  let answer: RequestListener = (_request, response) => response.end()
  const web = createHttpServer((request, response) => answer(request, response))
  let visits = 0
  const canary = createServer((socket) => {
    visits += 1
    socket.destroy()
  })
  const port = await listen(web)
  const names: EgressMap['names'] = { 'page.example': [hostAddress], 'other.example': [otherAddress] }
  const ports: EgressMap['ports'] = { [hostAddress]: port, [otherAddress]: port }
  const outgoing = egressMap({ mode: 'test' }, { names, ports, elsewhere: await listen(canary) })
  return {
    outgoing,
    names,
    ports,
    visitsToCanary: () => visits,
    answerWith: (listener: RequestListener) => {
      answer = listener
    },
    answerPage: (body: string | Buffer, headers: Record<string, string> = {}) => {
      answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)
    },
    async stop() {
      web.closeAllConnections()
      await Promise.all([web, canary].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
export type SmallInternet = Awaited<ReturnType<typeof startSmallInternet>>
