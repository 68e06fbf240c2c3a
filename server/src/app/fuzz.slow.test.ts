import { type Call, defineCall } from '@saathi/contract/core/call'
import { getHealth } from '@saathi/contract/core/calls'
import { everyCall } from '@saathi/contract/every-call'
import { sample } from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { mutations, leafPaths, put } from '../../test/fuzz/mutations.ts'
import { sendAll, fuzzCall, validInput } from '../../test/fuzz/fuzz-call.ts'
import { sendFrames, fuzzLive, prototypeFrames, sqlFrames } from '../../test/fuzz/fuzz-live.ts'
import { poisoned, prototypeKeys, sqlTexts } from '../../test/fuzz/hostile-values.ts'
import { callKey } from '../../test/matrix/call-input.ts'
import { toWireRequest } from '../../test/matrix/wire-request.ts'
import type { TestServer } from '../../test/harness.ts'
import { startFullServer } from '../../test/matrix/full-server.ts'
import { serve } from '../core/serve.ts'

const SEED = 20_260_701
const RUNS = 30
const LONG = { timeout: 240_000 }

let server: TestServer
beforeAll(async () => {
  server = await startFullServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())

const named = everyCall.map((call) => [callKey(call), call] as const)

describe('bad input of every kind is refused in one format, quickly and without side effects', () => {
  test.each(named)('%s', LONG, async (_key, call) => {
    const report = await fuzzCall(server, call, { seed: SEED, runs: RUNS })
    expect(report.faults).toEqual([])
    expect(report.asked).toBe(RUNS)
  })

  test('the live socket', LONG, async () => {
    expect(await fuzzLive(server, { seed: SEED, runs: 4 * RUNS })).toEqual([])
    expect((await server.ask(null, getHealth, {})).status).toBe(200)
  })
})

describe('C62: two hundred SQL texts in every field', () => {
  // Every ninth, because nine and twenty have no common factor: the selection contains each attack and each opening.
  const first = sqlTexts.filter((_, at) => at % 9 === 0)
  const others = sqlTexts.filter((_, at) => at % 9 !== 0)

  test('contain two hundred different texts', () => {
    expect(new Set(sqlTexts).size).toBe(200)
  })

  test.each(named)('%s', LONG, async (_key, call) => {
    const valid = await validInput(server, call)
    for (const path of leafPaths(valid)) {
      const ask = (texts: readonly string[]) => {
        const mutations = texts.map((text) => ({
          name: `SQL in ${path.join('.')}`,
          request: toWireRequest(call, put(valid, path, text)),
        }))
        return sendAll(server, call, mutations, 4)
      }
      const { faults, statuses } = await ask(first)
      expect(faults).toEqual([])
      // Numbers, dates and choices are refused whatever the text contains.
      if (Object.keys(statuses).join() === '400') continue
      expect((await ask(others)).faults).toEqual([])
    }
  })

  test('the live socket', LONG, async () => {
    expect(await sendFrames(server, sqlFrames)).toEqual([])
  })
})

describe('C63: prototype keys at three depths', () => {
  const withInput = named.filter(([, call]) => call.body ?? call.form ?? call.query)

  test.each(withInput)('%s', LONG, async (_key, call) => {
    const valid = await validInput(server, call)
    const part = call.body ? 'body' : call.form ? 'fields' : 'query'
    const depths = prototypeKeys.flatMap((key) => [1, 2, 3].map((depth) => poisoned(key, depth)))
    const all = depths.flatMap((poison) => [
      { name: 'poison alone', request: toWireRequest(call, { ...valid, [part]: poison }) },
      ...leafPaths(valid)
        // A field of a form or query is always text; only a form's `data` is parsed as JSON.
        .filter(([at, name]) => at === part && (part === 'body' || (part === 'fields' && name === 'data')))
        .map((path) => ({ name: `poison in ${path.join('.')}`, request: toWireRequest(call, put(valid, path, poison)) })),
      { name: 'poison in another field', request: toWireRequest(call, put(valid, [part, 'inner'], poison)) },
    ])
    const report = await sendAll(server, call, all)
    expect(report.faults).toEqual([])
    expect(Object.keys(report.statuses).filter((status) => !status.startsWith('4'))).toEqual([])
  })

  test('the live socket', LONG, async () => {
    expect(await sendFrames(server, prototypeFrames)).toEqual([])
  })
})

describe('the fuzzer finds', () => {
  const careless = (path: `/api/test/${string}/`): Call =>
    defineCall({
      method: 'POST',
      path,
      summary: 'Only for this test',
      action: 'public',
      body: z.object({ word: z.string(), more: z.optional(z.unknown()) }),
      reply: z.object({ word: z.string() }),
      errors: [],
    })

  let weak: TestServer
  const joined = careless('/api/test/joined/')
  const leaking = careless('/api/test/leaking/')
  const keeping = careless('/api/test/keeping/')
  const polluting = careless('/api/test/polluting/')
  beforeAll(async () => {
    weak = await startFullServer()
    serve(weak.app, joined, async (ctx, input) => {
      const { word } = z.parse(z.object({ body: z.object({ word: z.string() }) }), input).body
      await sql.raw(`select 1 from person where email = '${word}' limit 1`).execute(ctx.db)
      return { word: 'fine' }
    })
    weak.app.post(leaking.path, async (_request, reply) =>
      reply.code(400).send({ code: 'core.bad_input', message: new Error('x').stack ?? '' }),
    )
    weak.app.post(keeping.path, async (_request, reply) => {
      await weak.buildPerson()
      return reply.code(400).send({ code: 'core.bad_input', message: 'No.' })
    })
    weak.app.post(polluting.path, async (_request, reply) => reply.send({ word: 'fine', password_hash: 'x' }))
  })
  afterAll(() => weak.stop())

  const faultsOf = async (call: Call) => {
    const { faults } = await fuzzCall(weak, call, { seed: SEED, runs: RUNS })
    return faults.map(({ fault }) => fault).join('\n')
  }

  test('SQL built from text, by its error and by its delay', LONG, async () => {
    const valid = await validInput(weak, joined)
    const all = ["'::int", "' or pg_sleep(30) is null--"].map((text) => ({
      name: text,
      request: toWireRequest(joined, put(valid, ['body', 'word'], text)),
    }))
    expect(all.every(({ name }) => sqlTexts.includes(name))).toBe(true)
    const { faults } = await sendAll(weak, joined, all)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`.execute(weak.db)
    expect(faults.map(({ fault }) => fault)).toEqual([
      expect.stringMatching(/^500/),
      expect.stringMatching(/^503|^no answer within/),
    ])
  })

  test('a stack trace', async () => {
    expect(await faultsOf(leaking)).toContain('the words at ')
  })

  test('a refusal that leaves a row', async () => {
    expect(await faultsOf(keeping)).toContain('refused, yet it changed experience, person')
  })

  test('a field that is not in the contract', async () => {
    expect(await faultsOf(polluting)).toContain('password_hash: This field is not known.')
  })

  test('the same inputs again with the same seed, and other inputs with another', async () => {
    const valid = await validInput(weak, joined)
    const namesFor = (seed: number) => sample(mutations(joined, valid), { seed, numRuns: RUNS }).map(({ name }) => name)
    expect(namesFor(1)).toEqual(namesFor(1))
    expect(namesFor(1)).not.toEqual(namesFor(2))
  })
})
