import { measureCalls } from './calls.ts'
import { compareHistory } from './chat-history.ts'
import { chatRows, compareChat, compareFilter, comparePresence, medianOf, presenceRows } from './chat.ts'
import { measureContactFilter } from './contact-filter.ts'
import { compareFeedPages } from './feed.ts'
import { compareGet } from './get.ts'
import { measureImport } from './imports.ts'
import { measureMatching } from './matching.ts'
import { comparePush } from './push.ts'
import { measureReports } from './reports.ts'
import { compareSessionLists } from './sessions-list.ts'
import { compareSignIn } from './sign-in.ts'
import { measureStepChange } from './step-change.ts'

/** `npm run bench`: measures ours and a bare ceiling in the same run, because machines differ and are shared. */
const get = await compareGet()
const push = await comparePush()
const lists = await compareSessionLists()
const feed = await compareFeedPages()
const chat = await compareChat()
const filter = await compareFilter()
const presence = await comparePresence()
const filtering = measureContactFilter()
const history = await compareHistory()
const signIn = await compareSignIn()
const people = await measureImport()
const step = await measureStepChange()
const calls = await measureCalls()
const searches = await measureMatching()
const reports = await measureReports()
console.log('| what | ours | ceiling | ratio | goal |\n|---|---|---|---|---|')
const row = (what: string, ours: number, ceiling: number, goal: string) =>
  console.log(`| ${what} | ${ours.toPrecision(3)} | ${ceiling.toPrecision(3)} | ${(ours / ceiling).toFixed(2)} | ${goal} |`)
row(
  'signed-in GET through the whole stack against bare Fastify with one query, requests per second',
  get.ours,
  get.ceiling,
  'at least 0.5',
)
row(
  'a page of the sessions list with 500 sessions and 10,000 people against 20 and 10, ms',
  lists.largeMs,
  lists.smallMs,
  'at most 2',
)
row('page 1,000 of a feed of a million posts by page number against page 1, ms', feed.byNumberMs, feed.firstMs, 'at most 1.5')
row('the same page by cursor, ms', feed.byCursorMs, feed.firstMs, 'at most 1.5')
row('100 pushes to 1,000 sockets against bare ws, seconds until all are received', push.ours, push.ceiling, 'at most 2')

for (const { what, ours, ceiling, goal } of [...chatRows(chat), ...presenceRows(presence)]) row(what, ours, ceiling, goal)
const filtered = medianOf(filter, ({ p99 }) => p99)
row('p99 with the contact filter on against off, ms', filtered.ours, filtered.ceiling, 'at most 1.1')
row('the contact filter for one message, 99th percentile against its goal, ms', filtering.p99Ms, 1, 'at most 1')
row(
  'a page of history with a million messages against ten thousand, ms',
  history.large.pageMs,
  history.small.pageMs,
  'at most 1.5',
)
row('a search with a million messages against ten thousand, ms', history.large.searchMs, history.small.searchMs, 'at most 1.5')

console.log('\n| a step of a session, on a phone four times slower | measured | goal |\n|---|---|---|')
const line = (what: string, measured: string, goal: string) => console.log(`| ${what} | ${measured} | ${goal} |`)
line('from the key press to the next step painted, median ms', step.medianMs.toFixed(0), 'below 100')
line('longest, ms', step.longestMs.toFixed(0), '')
line(`layout shift over ${step.changes} changes`, step.shifts.toFixed(3), 'none')

console.log('\n| importing 10,000 people from a CSV file | measured | goal |\n|---|---|---|')
line('dry run, s', people.checkSeconds.toFixed(1), 'at most 10')
line('run, s', people.runSeconds.toFixed(1), 'at most 60')
line('more memory of the server at its peak, MB', people.moreMegabytes.toFixed(0), 'at most 100')

console.log('\n| a call with all clients on one machine | measured | goal |\n|---|---|---|')
line('from Join to the other person’s video, median ms', calls.firstPictureMs.toFixed(0), 'below 2,000')
for (const { count, kbitUp, coreShare } of calls.people) {
  line(`sent by each of ${count} people, kbit/s; share of a core per person`, `${kbitUp}; ${coreShare.toFixed(2)}`, '')
}

console.log(
  '\n| mentees and mentors, 8 criteria | candidates | offers | seconds | CPU seconds | CPU ns / (candidates x log2 candidates) | MB | goal |\n|---|---|---|---|---|---|---|---|',
)
const searchGoals = new Map([
  [10_000, 'below 10 s and 1,024 MB'],
  [50_000, 'below 90 s'],
])
for (const { mentees, mentors, candidates, offers, seconds, cpuSeconds, nanosecondsEach, megabytes } of searches) {
  const counts = [
    `${mentees} and ${mentors}`,
    candidates,
    offers,
    seconds.toFixed(2),
    cpuSeconds.toFixed(2),
    nanosecondsEach.toFixed(1),
    megabytes.toFixed(0),
  ]
  console.log(`| ${counts.join(' | ')} | ${searchGoals.get(mentees) ?? ''} |`)
}

console.log('\n| reports to the safety desk next to 200 messages per second | measured | goal |\n|---|---|---|')
line('from sending a report until the queue shows it, median ms', reports.p50.toFixed(0), '')
line('the same, p99, ms', reports.p99.toFixed(0), 'at most 1,000')
line('how late an unlocked conversation closes, longest, ms', reports.unlockMs.toFixed(0), 'at most 1,000')

console.log('\n| 20 sign-ins per second next to 50 reads per second | measured | goal |\n|---|---|---|')
line('p99 of GET profile without them, ms', signIn.quietMs.toPrecision(3), '')
line('p99 of GET profile with them, ms', signIn.busyMs.toPrecision(3), '')
line('ratio', (signIn.busyMs / signIn.quietMs).toFixed(2), 'at most 2')
line('sign-ins answered 200, answered 429, lost', signIn.answers, 'none lost, no other answers')
line('longest wait for a sign-in, ms', signIn.longestSignInMs.toPrecision(3), 'below 10,000')
process.exit(0)
