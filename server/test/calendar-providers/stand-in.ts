import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { CalendarSettings } from '#core/settings/calendar.ts'
import type { ProviderRequest, ProviderReply } from '#dev/calendar-messages.ts'
import { simulateProvider, settingsAt } from '#dev/simulate-calendars.ts'

/**
 * What a provider does instead of answering: another reply, no reply (`silence`), or a connection that breaks before (`cut`) or
 * after (`lost`) the request is carried out. Null: answers normally.
 */
type Replacement = ProviderReply | 'silence' | 'cut' | 'lost' | null
export type Fault = (received: ProviderRequest) => Replacement | Promise<Replacement>

const none: Fault = () => null

/** A provider as in the demo, on its own port over real HTTP, that can be made to fail. */
export async function startStandIn(provider: CalendarProvider) {
  const played = simulateProvider(provider)
  const requests: ProviderRequest[] = []
  let fault = none

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const received = await readRequest(request)
    requests.push(received)
    const replacement = await fault(received)
    if (replacement === 'silence') return
    if (replacement === 'cut') return void request.socket.destroy()
    const reply = replacement === null || replacement === 'lost' ? played.answer(received) : replacement
    if (replacement === 'lost') return void request.socket.destroy()
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }
  const listener = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo

  return {
    provider,
    origin: `http://127.0.0.1:${port}`,
    played,
    /** The requests received, as `PUT /path`. */
    requestLines: () => requests.map(({ method, path }) => `${method} ${path}`),
    forgetRequests: () => void requests.splice(0),
    requests,
    /** Applies until it is changed again. */
    fail(next: Fault | null) {
      fault = next ?? none
    },
    /** Fails once, then answers normally. */
    failOnce(once: (received: ProviderRequest) => Replacement) {
      fault = (received) => {
        const replacement = once(received)
        if (replacement !== null) fault = none
        return replacement
      }
    },
    titles: (email: string) =>
      played
        .events(email)
        .map(({ title }) => title)
        .toSorted(),
    stop: () =>
      new Promise<void>((resolve) => {
        listener.close(() => resolve())
        listener.closeAllConnections()
      }),
  }
}
export type StandIn = Awaited<ReturnType<typeof startStandIn>>

async function readRequest(request: IncomingMessage): Promise<ProviderRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '/', 'http://localhost')
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    header: (name) => [request.headers[name] ?? null].flat()[0] ?? null,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

/** All four providers, with matching settings. */
export async function startStandIns({ answerWithinMs = 10_000 } = {}) {
  const [google, outlook, yahoo, apple] = [
    await startStandIn('google'),
    await startStandIn('outlook'),
    await startStandIn('yahoo'),
    await startStandIn('apple'),
  ]
  const byName = { google, outlook, yahoo, apple }
  const origins = { google: google.origin, outlook: outlook.origin, yahoo: yahoo.origin, apple: apple.origin }
  const settings: CalendarSettings = {
    answerWithinMs,
    ...settingsAt(origins, (provider) => `https://${provider}.example/auth`),
  }
  return {
    ...byName,
    settings,
    async stop() {
      for (const standIn of Object.values(byName)) await standIn.stop()
    },
  }
}
export type StandIns = Awaited<ReturnType<typeof startStandIns>>
