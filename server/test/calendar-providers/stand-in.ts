import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { CalendarSettings } from '#core/calendar-settings.ts'
import type { Heard, Told } from '#dev/calendar-heard.ts'
import { playProvider, settingsAt } from '#dev/calendar-provider.ts'

/**
 * What a provider does instead of what it should: another answer, none at all (`silence`), a line that breaks before it has done
 * anything (`cut`), or after it has done everything (`lost`). Null: as it should.
 */
type Instead = Told | 'silence' | 'cut' | 'lost' | null
export type Fault = (heard: Heard) => Instead | Promise<Instead>

const none: Fault = () => null

/** A provider as the demo plays it, on a port of its own and over real HTTP, that can also fail. */
export async function startStandIn(provider: CalendarProvider) {
  const played = playProvider(provider)
  const heardAll: Heard[] = []
  let fault = none

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const heard = await hear(request)
    heardAll.push(heard)
    const instead = await fault(heard)
    if (instead === 'silence') return
    if (instead === 'cut') return void request.socket.destroy()
    const told = instead === null || instead === 'lost' ? played.answer(heard) : instead
    if (instead === 'lost') return void request.socket.destroy()
    response.writeHead(told.status, told.headers).end(told.body)
  }
  const listener = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo

  return {
    provider,
    origin: `http://127.0.0.1:${port}`,
    played,
    /** What it was asked, as `PUT /path`. */
    asked: () => heardAll.map(({ method, path }) => `${method} ${path}`),
    forgetAsked: () => void heardAll.splice(0),
    heard: heardAll,
    /** From now on, until it is told otherwise. */
    fail(next: Fault | null) {
      fault = next ?? none
    },
    /** This once, and then as it should. */
    failOnce(once: (heard: Heard) => Instead) {
      fault = (heard) => {
        const instead = once(heard)
        if (instead !== null) fault = none
        return instead
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

async function hear(request: IncomingMessage): Promise<Heard> {
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

/** All four, with the settings that lead there. */
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
