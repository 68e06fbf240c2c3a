import { Pool } from 'undici'

const CONNECTIONS = 32

/** Requests answered in so many seconds by as many connections as a busy minute brings. */
export async function requestsPerSecond(origin: string, path: string, headers: Record<string, string>, seconds: number) {
  const pool = new Pool(origin, { connections: CONNECTIONS })
  const end = performance.now() + seconds * 1000
  let answered = 0
  async function ask() {
    while (performance.now() < end) {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  await pool.close()
  return answered / seconds
}

export const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
