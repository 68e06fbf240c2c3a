import type { Call } from '@saathi/contract/core/call'
import { can } from '#accounts/public.ts'
import type { TestServer } from '../harness.ts'
import { type Actor, actors, ENDED_RIGHT } from './actors.ts'
import { type BuildInput, completeInput, callKey, type PartialInput } from './call-input.ts'
import { type ObjectRows, objectRows, rowOf } from './objects.ts'
import { callSamples, fieldSamples } from './samples.ts'
import { strayInRefusal, strayInReply } from './stray-fields.ts'
import { type TableWatch, watchTables } from './table-watch.ts'
import { toWireInput, toWireRequest } from './wire-request.ts'

export type Cell = { call: string; actor: string; object: string; expected: string; got: string }

export type MatrixRules = {
  rows: ObjectRows
  samples: Readonly<Record<string, BuildInput>>
  /** The permission table that the server uses. */
  mayDo: (actor: Pick<Actor, 'role' | 'rights' | 'hasSecondFactor'>, action: string) => boolean
}
export const contractRules: MatrixRules = { rows: objectRows, samples: callSamples, mayDo: can }

/** Every call by every actor on every kind of object: the expected result by the tables, and the actual one. */
export async function runMatrix(server: TestServer, calls: readonly Call[], rules: MatrixRules = contractRules): Promise<Cell[]> {
  const watch = await watchTables(server.db)
  const cells: Cell[] = []
  for (const call of calls) {
    for (const actor of actors) cells.push(...(await cellsOf(server, call, actor, rules, watch)))
  }
  return cells
}

/**
 * A shorter matrix: an allowed actor on every kind of object; and, on an existing object, a signed-out actor, the first role
 * without permission, and staff without a second factor or whose right has ended if required.
 */
export async function runShortMatrix(server: TestServer, call: Call, rules: MatrixRules = contractRules): Promise<Cell[]> {
  const watch = await watchTables(server.db)
  const entering = actors.filter(({ isIn }) => isIn)
  const isAllowed = (actor: Actor) => entryOf(call, actor, rules) === 'allowed'
  const allowed = entering.filter(isAllowed)[0]
  const refused = [
    actors.find(({ name }) => name === 'signed out'),
    entering.find((actor) => actor.hasSecondFactor && !isAllowed(actor)),
    entering.find((actor) => !actor.hasSecondFactor && !isAllowed(actor)),
    entering.find((actor) => actor.name === ENDED_RIGHT && !isAllowed(actor)),
  ].filter((actor) => actor !== undefined)
  const cells = allowed ? await cellsOf(server, call, allowed, rules, watch) : []
  // A refused actor never reaches the object, so one object of another person serves all of them.
  const build: BuildInput = rowOf(call, rules.rows)?.own ?? rules.samples[callKey(call)] ?? (() => ({}))
  const given = await build(server, await server.buildPerson({ role: allowed?.role ?? 'Admin' }))
  for (const actor of refused) {
    const got = verdict(call, await askFor(server, call, actor, await refusedPerson(server, actor), given, watch))
    cells.push({ call: callKey(call), actor: actor.name, object: 'somebody’s', expected: entryOf(call, actor, rules), got })
  }
  return cells
}

export const wrongCells = (cells: readonly Cell[]) => cells.filter(({ expected, got }) => expected !== got)

async function cellsOf(server: TestServer, call: Call, actor: Actor, rules: MatrixRules, watch: TableWatch): Promise<Cell[]> {
  const row = rowOf(call, rules.rows)
  const entry = entryOf(call, actor, rules)
  const cell = (object: string, expected: string, got: string) => ({
    call: callKey(call),
    actor: actor.name,
    object,
    expected,
    got,
  })
  const ask = async (build: BuildInput) => askAs(server, call, actor, build, watch)
  if (!row) return [cell('none', entry, verdict(call, await ask(rules.samples[callKey(call)] ?? (() => ({})))))]

  const absent = await ask(row.absent)
  const cells = [
    cell('own', entry, verdict(call, await ask(row.own))),
    cell('absent', entry === 'allowed' ? 'refused' : entry, verdict(call, absent)),
  ]
  for (const [name, build] of Object.entries(row.also ?? {})) cells.push(cell(name, entry, verdict(call, await ask(build))))
  for (const [name, build] of Object.entries(row.foreign)) {
    const foreign = await ask(build)
    cells.push(cell(name, 'like absent', unlike(foreign, absent) ?? 'like absent'))
  }
  return cells
}

function entryOf(call: Call, actor: Actor, { mayDo }: MatrixRules): 'allowed' | 'signed out' | 'forbidden' {
  if (call.action === 'public') return 'allowed'
  if (!actor.isIn) return 'signed out'
  return mayDo(actor, call.action) ? 'allowed' : 'forbidden'
}

type Answer = { status: number; type: string; text: string; changed: string[] }

async function askAs(server: TestServer, call: Call, actor: Actor, build: BuildInput, watch: TableWatch): Promise<Answer> {
  const personId = await server.buildPerson({ role: actor.role })
  return askFor(server, call, actor, personId, await build(server, personId), watch)
}

const refusedPeople = new WeakMap<TestServer, Map<Actor, Promise<number>>>()

/** One person for all calls that refuse the actor: a refusal changes nothing. */
function refusedPerson(server: TestServer, actor: Actor): Promise<number> {
  const known = refusedPeople.get(server) ?? new Map<Actor, Promise<number>>()
  refusedPeople.set(server, known)
  const person = known.get(actor) ?? server.buildPerson({ role: actor.role })
  known.set(actor, person)
  return person
}

async function askFor(
  server: TestServer,
  call: Call,
  actor: Actor,
  personId: number,
  given: PartialInput,
  watch: TableWatch,
): Promise<Answer> {
  const input = completeInput(call, given, { fieldSamples, withOptional: false })
  const headers = { ...input.headers, ...(await actor.enter(server, personId)) }
  await watch.written()
  const response = await server.app.inject(toWireRequest(call, toWireInput(call, { ...input, headers })))
  return {
    status: response.statusCode,
    type: String(response.headers['content-type']),
    text: response.body,
    changed: await watch.written(),
  }
}

/** A word for the answer. Anything unexpected is described in words that no expectation uses. */
function verdict(call: Call, { status, text, changed }: Answer): string {
  const json: unknown = JSON.parse(text)
  if (status < 300) {
    const stray = strayInReply(call, json)
    return stray ? `allowed, but the reply has ${stray}` : 'allowed'
  }
  const stray = strayInRefusal(call, status, json)
  if (stray) return `${status} with ${stray}`
  if (changed.length > 0) return `${status}, yet it changed ${changed.join(', ')}`
  const code = codeOf(json)
  if (code === 'core.signed_out') return 'signed out'
  if (code === 'core.forbidden') return 'forbidden'
  return status >= 400 && status < 500 && code !== 'core.bad_input' ? 'refused' : `${status} ${text.slice(0, 300)}`
}

const codeOf = (json: unknown) => (typeof json === 'object' && json !== null && 'code' in json ? json.code : undefined)

function unlike(foreign: Answer, absent: Answer): string | null {
  if (foreign.changed.length > 0) return `${foreign.status}, and it changed ${foreign.changed.join(', ')}`
  if (foreign.status === absent.status && foreign.type === absent.type && foreign.text === absent.text) return null
  return `${foreign.status} ${foreign.text.slice(0, 200)} instead of ${absent.status} ${absent.text.slice(0, 200)}`
}
