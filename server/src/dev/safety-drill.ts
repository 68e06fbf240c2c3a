import { HOUR_MS, MINUTE_MS } from '@saathi/contract/core/time'
import { URGENT_HOURS, UNLOCK_MINUTES } from '@saathi/contract/safety/entities'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Tokens } from '#accounts/public.ts'
import { type MovableClock, offsetMs } from '#core/clock.ts'
import { coreRefusal } from '#core/errors.ts'
import { moveClock } from '#core/jobs/move-clock.ts'
import { type DrillCaller, drillCaller } from './drill-people.ts'
import { type DrillPair, findAlertAt, findCaseOf, findClock, findDrillDesk, findDrillPair, findPostId } from './drill-store.ts'

/** One promise of the desk, and how long it took in the drill. Both in seconds. For `what` see web/src/dev/dev-api.ts. */
export type DrillTiming = { what: string; kind: string; isUrgent: boolean; promised: number; measured: number }

const Sent = z.object({ report: z.object({ id: z.number() }) })
const Queue = z.object({ cases: z.array(z.object({ id: z.number() })) })
const Case = z.object({ unlocks: z.array(z.object({ id: z.number(), until: z.nullable(z.string()) })) })

type Drill = {
  app: FastifyInstance
  clock: MovableClock
  ask: DrillCaller
  lead: { personId: number; isStaff: true }
  second: { personId: number; isStaff: true }
  measured: DrillTiming[]
}
type DrillCase = { id: number; reportId: number; kind: string; isUrgent: boolean; from: Date; due: Date }

const nothingToPlay = (why: string) => coreRefusal('core.not_found', { nonFieldErrors: [why] })

/**
 * Sends reports of several kinds for demo people, moves the clock past half and full time, and measures the reactions. Restores
 * the clock at the end.
 */
export async function runSafetyDrill(app: FastifyInstance, tokens: Tokens, clock: MovableClock): Promise<DrillTiming[]> {
  const { db } = app.world
  const pair = await findDrillPair(db)
  const [first, other] = await findDrillDesk(db, clock.now())
  if (!pair) throw nothingToPlay('Nobody has a message by a mentor that they have not reported.')
  if (first === undefined || other === undefined) throw nothingToPlay('The desk needs two people for all programmes.')
  const lead = { personId: first, isStaff: true } as const
  const second = { personId: other, isStaff: true } as const
  const drill: Drill = { app, clock, ask: drillCaller(app, tokens), lead, second, measured: [] }
  const before = offsetMs(clock)
  try {
    const cases = await sendReports(drill, pair)
    await passTime(drill, cases)
    for (const found of cases) await finishCase(drill, found)
  } finally {
    await moveClock(db, clock, () => clock.advance((before - offsetMs(clock)) / 1000))
  }
  return drill.measured
}

async function expectOk(answer: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status, body } = await answer
  if (status !== 200) throw coreRefusal('core.conflict', { nonFieldErrors: [JSON.stringify(body)] })
  return body
}

async function sendReports(drill: Drill, { reporterId, aboutId, messageId }: DrillPair): Promise<DrillCase[]> {
  const { app, ask, lead, clock } = drill
  const post = await findPostId(app.world.db, clock.now())
  const reports = [
    { thing: { kind: 'message', id: String(messageId) }, reason: 'threat' },
    { thing: { kind: 'profile', id: String(aboutId) }, reason: 'rude' },
    ...(post === null ? [] : [{ thing: { kind: 'post', id: String(post) }, reason: 'something_else' }]),
  ]
  const cases: DrillCase[] = []
  for (const report of reports) {
    const started = clock.now().getTime()
    const reporter = { personId: reporterId, isStaff: false }
    const body = { client_id: randomUUID(), ...report, text: 'This is a drill.' }
    const sent = Sent.parse(await expectOk(ask(reporter, 'POST', '/api/v2/safety/reports/', body)))
    const id = await findCaseOf(app.world.db, sent.report.id)
    const isQueued = async () =>
      Queue.parse(await expectOk(ask(lead, 'GET', '/api/v2/staff/safety/cases/?show=free'))).cases.some((each) => each.id === id)
    while (!(await isQueued())) await pause(POLL_MS)
    const seconds = (clock.now().getTime() - started) / 1000
    const { from, due } = await findClock(app.world.db, id)
    const found = { id, reportId: sent.report.id, kind: report.thing.kind, isUrgent: isHour(from, due), from, due }
    cases.push(found)
    note(drill, found, 'queue', 1, seconds)
    note(drill, found, 'first', 1, await waitForAlert(drill, found, 0))
  }
  return cases
}

const POLL_MS = 50
const MAX_POLLS = 1_200

const isHour = (from: Date, due: Date): boolean => due.getTime() - from.getTime() === URGENT_HOURS * HOUR_MS

function note({ measured }: Drill, { kind, isUrgent }: DrillCase, what: string, promised: number, seconds: number): void {
  measured.push({ what, kind, isUrgent, promised, measured: seconds })
}

const stages = [
  { stage: 1, what: 'half', part: 0.5 },
  { stage: 2, what: 'everybody', part: 0.75 },
  { stage: 3, what: 'late', part: 1 },
] as const

/** Moves the clock to half time, the last quarter and the end of each case, in order of time. */
async function passTime(drill: Drill, cases: readonly DrillCase[]): Promise<void> {
  const moments = cases
    .flatMap((found) =>
      stages.map((each) => ({ found, ...each, after: each.part * (found.due.getTime() - found.from.getTime()) })),
    )
    .toSorted((one, other) => one.found.from.getTime() + one.after - (other.found.from.getTime() + other.after))
  for (const { found, stage, what, after } of moments) {
    await moveTo(drill, new Date(found.from.getTime() + after))
    note(drill, found, what, after / 1000, await waitForAlert(drill, found, stage))
  }
}

/** Never moves the clock back: an earlier alert may have taken a moment. */
const moveTo = ({ app, clock }: Drill, moment: Date): Promise<void> =>
  moveClock(app.world.db, clock, () => clock.advance(Math.max(0, moment.getTime() - clock.now().getTime()) / 1000))

/** Seconds from the start of the clock to the first notice of a stage. */
async function waitForAlert({ app }: Drill, { id, from }: DrillCase, stage: number): Promise<number> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const at = await findAlertAt(app.world.db, id, stage)
    if (at) return (at.getTime() - from.getTime()) / 1000
    await pause(POLL_MS)
  }
  throw coreRefusal('core.unavailable', { nonFieldErrors: [`No notice of stage ${stage} for case ${id}.`] })
}

/** Takes, answers and closes it like every case; the urgent one also opens the conversation with two keys. */
async function finishCase(drill: Drill, found: DrillCase): Promise<void> {
  const { ask, lead, second } = drill
  const url = `/api/v2/staff/safety/cases/${found.id}` as const
  await expectOk(ask(lead, 'PUT', `${url}/taken/`))
  if (found.kind === 'message') await openAndWait(drill, found, url)
  const answer = { kind: 'not_found', text: 'This was a drill.' }
  await expectOk(ask(lead, 'POST', `${url}/reports/${found.reportId}/answers/`, answer))
  await expectOk(ask(lead, 'POST', `${url}/close/`, { decision: 'This was a drill.' }))
  await expectOk(ask(second, 'POST', `${url}/sign-off/`, { is_agreed: true, text: null }))
}

async function openAndWait(drill: Drill, found: DrillCase, url: `/api/${string}`): Promise<void> {
  const { ask, lead, second, clock } = drill
  const asked = Case.parse(await expectOk(ask(lead, 'POST', `${url}/unlocks/`, { reason: 'This is a drill' })))
  const key = `${url}/unlocks/${asked.unlocks[0]?.id ?? 0}` as const
  const opened = Case.parse(await expectOk(ask(second, 'POST', `${key}/agree/`)))
  const start = clock.now().getTime()
  await expectOk(ask(lead, 'GET', `${key}/messages/`))
  await moveTo(drill, new Date(opened.unlocks[0]?.until ?? start))
  for (;;) {
    const { status } = await ask(lead, 'GET', `${key}/messages/`)
    if (status === 409) break
    await pause(POLL_MS)
  }
  note(drill, found, 'key', (UNLOCK_MINUTES * MINUTE_MS) / 1000, (clock.now().getTime() - start) / 1000)
}
