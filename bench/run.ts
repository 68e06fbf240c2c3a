import { compareGet } from './get.ts'
import { comparePush } from './push.ts'

/** `npm run bench`: ours and a bare ceiling in the same run, because machines differ and are shared. */
const get = await compareGet()
const push = await comparePush()
console.log('| what | ours | ceiling | ratio | goal |\n|---|---|---|---|---|')
const row = (what: string, ours: number, ceiling: number, goal: string) =>
  console.log(`| ${what} | ${ours.toPrecision(3)} | ${ceiling.toPrecision(3)} | ${(ours / ceiling).toFixed(2)} | ${goal} |`)
row(
  'signed-in GET through the whole stack against bare Fastify with one query, requests a second',
  get.ours,
  get.ceiling,
  'at least 0.5',
)
row('100 pushes to 1,000 sockets against bare ws, seconds until all are heard', push.ours, push.ceiling, 'at most 2')
process.exit(0)
