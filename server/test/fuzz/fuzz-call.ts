import type { Call } from '@saathi/contract/core/call'
import { Role } from '@saathi/contract/accounts/roles'
import * as fc from 'fast-check'
import { roleMay } from '#accounts/public.ts'
import type { TestServer } from '../harness.ts'
import { completeInput, callKey } from '../matrix/call-input.ts'
import { objectRows, rowOf } from '../matrix/objects.ts'
import { callSamples, fieldSamples } from '../matrix/samples.ts'
import { markSecondFactor } from '../matrix/second-factor.ts'
import { type TableWatch, watchTables } from '../matrix/table-watch.ts'
import { toWireInput, type WireInput, type WireRequest } from '../matrix/wire-request.ts'
import { type Mutation, mutations } from './mutations.ts'
import { BOUND_MS, faultIn, pollution } from './judge.ts'

export type Fault = { call: string; bend: string; fault: string; sent: string }
export type FuzzReport = { asked: number; statuses: Record<number, number>; faults: Fault[] }
export type FuzzOptions = { seed: number; runs: number }

/** Sends generated bad requests to a call. The same seed gives the same requests. */
export async function fuzzCall(server: TestServer, call: Call, { seed, runs }: FuzzOptions): Promise<FuzzReport> {
  const valid = await validInput(server, call)
  return sendAll(server, call, fc.sample(mutations(call, valid), { seed, numRuns: runs }))
}

/** A person with permission and a complete input, so that only the mutated part can cause a refusal. */
export async function validInput(server: TestServer, call: Call): Promise<WireInput> {
  await endMaintenance(server)
  const role = Role.options.find((each) => call.action === 'public' || roleMay(each, call.action))
  const personId = await server.buildPerson({ role: role ?? 'Admin' })
  const build = rowOf(call, objectRows)?.own ?? callSamples[callKey(call)]
  await markSecondFactor(server, personId)
  const given = build ? await build(server, personId) : {}
  const input = completeInput(call, given, { fieldSamples, withOptional: true })
  const headers = { ...input.headers, authorization: `Bearer ${await server.tokenFor(personId)}` }
  return toWireInput(call, { ...input, headers })
}

/** A valid request to the maintenance call may have closed the product. */
async function endMaintenance({ db, app }: TestServer) {
  await db.updateTable('system_setting').set({ under_maintenance: false }).where('under_maintenance', '=', true).execute()
  app.maintenance.invalidate()
}

/** Sends `atOnce` requests concurrently and checks their effects together. */
export async function sendAll(server: TestServer, call: Call, all: readonly Mutation[], atOnce = 1): Promise<FuzzReport> {
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
      if (fault) report.faults.push({ call: callKey(call), bend: bend.name, fault, sent: describeRequest(bend.request) })
    }
    await checkEffects(watch, call, answers, report)
  }
  return report
}

type SentMutation = { bend: Mutation; status: number }

async function checkEffects(watch: TableWatch, call: Call, answers: SentMutation[], report: FuzzReport) {
  const changed = await watch.written()
  const [first] = answers
  if (first && answers.every(({ status }) => status >= 400)) {
    const fault = changed.length > 0 ? `refused, yet it changed ${changed.join(', ')}` : pollution()
    if (fault)
      report.faults.push({ call: callKey(call), bend: first.bend.name, fault, sent: describeRequest(first.bend.request) })
  }
}

async function ask(server: TestServer, call: Call, { request }: Mutation, number: number) {
  // A different address for each, so that the throttle does not refuse the request first.
  const remoteAddress = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
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

function describeRequest({ method, url, headers, payload }: WireRequest): string {
  const { authorization: _, ...others } = headers
  const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : ''
  return `${method} ${url.slice(0, 200)} ${JSON.stringify(others).slice(0, 200)} ${body.slice(0, 300)}`
}
