import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod/mini'

const search = fileURLToPath(new URL('./matching-search.ts', import.meta.url))
const SIZES = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
const Search = z.object({
  mentees: z.number(),
  mentors: z.number(),
  candidates: z.number(),
  offers: z.number(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  megabytes: z.number(),
})

/**
 * The whole search for growing pools. The time per candidate x log2(candidates) must not grow. Growth is measured in CPU time,
 * because other processes may use the machine; the goals are in wall time.
 */
export async function measureMatching() {
  const searches = []
  for (const size of SIZES) {
    const { stdout } = await promisify(execFile)(process.execPath, [search, String(size)], { maxBuffer: 1_000_000 })
    const found = Search.parse(JSON.parse(stdout))
    searches.push({ ...found, nanosecondsEach: (found.cpuSeconds * 1e9) / (found.candidates * Math.log2(found.candidates)) })
  }
  return searches
}
