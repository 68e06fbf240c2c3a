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
 * The whole search for ever more people, and how its time grows: what each candidate x log candidates takes must not. That is
 * told by the processor's time, for others may be at work on the same machine; the goals are for the clock's.
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
