import { Pool } from 'undici'

const CONNECTIONS = 32

/** Requests answered per second over 32 connections. */
export async function requestsPerSecond(origin: string, path: string, headers: Record<string, string>, seconds: number) {
  const pool = new Pool(origin, { connections: CONNECTIONS })
  const end = performance.now() + seconds * 1000
  let answered = 0
  async function sendRequests() {
    while (performance.now() < end) {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendRequests))
  await pool.close()
  return answered / seconds
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
