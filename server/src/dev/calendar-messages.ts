/** A request to a calendar provider, from any transport. */
export type ProviderRequest = {
  method: string
  path: string
  query: URLSearchParams
  header: (name: string) => string | null
  body: string
}
export type ProviderReply = { status: number; headers?: Readonly<Record<string, string>>; body?: string }

/** An event in a simulated calendar. */
export type SimulatedEvent = { name: string; title: string; words: string; startsAt: string; endsAt: string }

export const inJson = (status: number, body: unknown): ProviderReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
})

export function readObject({ header, body }: ProviderRequest): Readonly<Record<string, unknown>> | null {
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

/** The first parameter that the provider does not know, so that the simulation refuses it too. */
export const unknownIn = (names: Iterable<string>, known: readonly string[]): string | undefined =>
  [...names].find((name) => !known.includes(name))
