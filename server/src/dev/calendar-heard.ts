/** A request as a provider of calendars hears it, whichever way it came. */
export type Heard = {
  method: string
  path: string
  query: URLSearchParams
  header: (name: string) => string | null
  body: string
}
export type Told = { status: number; headers?: Readonly<Record<string, string>>; body?: string }
/** One who plays a provider, as far as its documents say what it does; whatever they do not say is refused. */
export type Player = (heard: Heard) => Told

/** An event that stands in a played calendar, for whoever looks at it. */
export type PlayedEvent = { name: string; title: string; words: string; startsAt: string; endsAt: string }

export const inJson = (status: number, body: unknown): Told => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
})

export function readObject({ header, body }: Heard): Readonly<Record<string, unknown>> | null {
  if (!/^application\/json\b/.test(header('content-type') ?? '')) return null
  try {
    const read: unknown = JSON.parse(body)
    return isObject(read) ? read : null
  } catch {
    return null
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The first name that is on no list, so that what a provider would not understand is not understood here either. */
export const unknownIn = (names: Iterable<string>, known: readonly string[]): string | undefined =>
  [...names].find((name) => !known.includes(name))
