import type { Call } from '@saathi/contract/core/call'
import { Role } from '@saathi/contract/accounts/roles'
import * as fc from 'fast-check'
import { roleMay } from '#accounts/public.ts'
import type { TestServer } from '../harness.ts'
import { completeInput, keyOf } from '../matrix/call-input.ts'
import { objectRows, rowOf } from '../matrix/objects.ts'
import { callSamples, fieldSamples } from '../matrix/samples.ts'
import { markSecondFactor } from '../matrix/second-factor.ts'
import { type TableWatch, watchTables } from '../matrix/table-watch.ts'
import { toWireInput, type WireInput, type WireRequest } from '../matrix/wire-request.ts'
import { type Bend, bends } from './bend.ts'
import { BOUND_MS, faultIn, pollution } from './judge.ts'

export type Fault = { call: string; bend: string; fault: string; sent: string }
export type FuzzReport = { asked: number; statuses: Record<number, number>; faults: Fault[] }
export type Seeded = { seed: number; runs: number }

/** Generated bad requests to one call. The same seed asks the same again. */
export async function fuzzCall(server: TestServer, call: Call, { seed, runs }: Seeded): Promise<FuzzReport> {
  const valid = await validInput(server, call)
  return askAll(server, call, fc.sample(bends(call, valid), { seed, numRuns: runs }))
}

/** Someone who may, with everything that may be sent: so that only the bad part can be the reason for a refusal. */
export async function validInput(server: TestServer, call: Call): Promise<WireInput> {
  await openAgain(server)
  const role = Role.options.find((each) => call.action === 'public' || roleMay(each, call.action))
  const personId = await server.buildPerson({ role: role ?? 'Admin' })
  const build = rowOf(call, objectRows)?.own ?? callSamples[keyOf(call)]
  await markSecondFactor(server, personId)
  const given = build ? await build(server, personId) : {}
  const input = completeInput(call, given, { fieldSamples, withOptional: true })
  const headers = { ...input.headers, authorization: `Bearer ${await server.tokenFor(personId)}` }
  return toWireInput(call, { ...input, headers })
}

/** Of all that is sent to the call that closes the product, some may be a proper yes. */
async function openAgain({ db, app }: TestServer) {
  await db.updateTable('system_setting').set({ under_maintenance: false }).where('under_maintenance', '=', true).execute()
  app.maintenance.readAgain()
}

/** `atOnce` requests are under way together; their effects are judged together. */
export async function askAll(server: TestServer, call: Call, all: readonly Bend[], atOnce = 1): Promise<FuzzReport> {
  const watch = await watchTables(server.db)
  const report: FuzzReport = { asked: 0, statuses: {}, faults: [] }
  await watch.written()
  for (let at = 0; at < all.length; at += atOnce) {
    const batch = all.slice(at, at + atOnce)
    const answers = await Promise.all(
      batch.map(async (bend, index) => ({ bend, ...(await ask(server, call, bend, at + index)) })),
    )
    for (const { bend, status, fault } of answers) {
      report.asked += 1
      report.statuses[status] = (report.statuses[status] ?? 0) + 1
      if (fault) report.faults.push({ call: keyOf(call), bend: bend.name, fault, sent: shown(bend.request) })
    }
    await judgeEffects(watch, call, answers, report)
  }
  return report
}

type Answered = { bend: Bend; status: number }

async function judgeEffects(watch: TableWatch, call: Call, answers: Answered[], report: FuzzReport) {
  const changed = await watch.written()
  const [first] = answers
  if (first && answers.every(({ status }) => status >= 400)) {
    const fault = changed.length > 0 ? `refused, yet it changed ${changed.join(', ')}` : pollution()
    if (fault) report.faults.push({ call: keyOf(call), bend: first.bend.name, fault, sent: shown(first.bend.request) })
  }
}

async function ask(server: TestServer, call: Call, { request }: Bend, turn: number) {
  // Each from an address of its own, so that a throttle does not stand in front of what is tried.
  const remoteAddress = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), BOUND_MS)
  })
  try {
    const answer = await Promise.race([server.app.inject({ ...request, remoteAddress }), tooLong])
    if (!answer) return { status: 0, fault: `no answer within ${BOUND_MS} ms` }
    return { status: answer.statusCode, fault: faultIn(call, answer) }
  } finally {
    clearTimeout(timer)
  }
}

function shown({ method, url, headers, payload }: WireRequest): string {
  const { authorization: _, ...others } = headers
  const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : ''
  return `${method} ${url.slice(0, 200)} ${JSON.stringify(others).slice(0, 200)} ${body.slice(0, 300)}`
}
