import { reportClientErrors } from '@saathi/contract/core/client-errors'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer, refuse, show } from '../../../test/harness.tsx'
import { startFakeServer } from '../../../test/fake-server.ts'
import { unreachable } from '../api-error.ts'
import { startErrorReporting, reportError } from './report-error.ts'
import { sendReports } from './send-reports.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Like in the app, but without the browser's real errors. */
function startReporting(route = '/learninghub') {
  const target = new EventTarget()
  onTestFinished(startErrorReporting(() => route, sendReports, target))
  return target
}
const pass = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms)
const sent = (inputs: { body: { errors: { message: string }[] } }[]) =>
  inputs.map(({ body }) => body.errors.map(({ message }) => message))

describe('an error', () => {
  test('is sent once after a second, in a batch, without a token or ids', async () => {
    const { inputs, headers } = answer(reportClientErrors, {})
    startReporting('/mentorship/$sessionId/summary')
    reportError('crash', new TypeError('person 4711 is not a function'))
    reportError('crash', new TypeError('person 4711 is not a function'))
    reportError('push', new Error('asha@saathi.example could not subscribe'))
    await pass(999)
    expect(inputs).toEqual([])
    await pass(1)
    await expect.poll(() => inputs).toHaveLength(1)
    expect(inputs[0]?.body.errors).toEqual([
      {
        kind: 'crash',
        route: '/mentorship/$sessionId/summary',
        name: 'TypeError',
        message: 'person # is not a function',
        version: '',
      },
      expect.objectContaining({ kind: 'push', message: '<email> could not subscribe' }),
    ])
    expect(headers[0]?.get('authorization')).toBeNull()
  })

  test('is reported if uncaught, but not network errors and aborted calls', async () => {
    const { inputs } = answer(reportClientErrors, {})
    const target = startReporting()
    const reject = (reason: unknown) =>
      target.dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason }))
    reject(unreachable('no answer'))
    reject(new DOMException('', 'AbortError'))
    reject(new RangeError('too deep'))
    target.dispatchEvent(new ErrorEvent('error', { error: new SyntaxError('odd') }))
    target.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
    await pass()
    await expect.poll(() => sent(inputs)).toEqual([['too deep', 'odd']])
  })

  test('waits for the connection while offline', async () => {
    const { inputs } = answer(reportClientErrors, {})
    startReporting()
    goOffline()
    reportError('crash', new Error('here'))
    await pass(60_000)
    expect(inputs).toEqual([])
    goOnline()
    await pass()
    await expect.poll(() => sent(inputs)).toEqual([['here']])
  })

  test('while sending a report is not reported', async () => {
    const { inputs } = answer(reportClientErrors, refuse('core.broken', 500))
    startReporting()
    reportError('crash', new Error('first'))
    await pass()
    await expect.poll(() => inputs).toHaveLength(1)
    const { inputs: cut } = answer(reportClientErrors, 'network')
    reportError('crash', new Error('second'))
    await pass()
    await expect.poll(() => cut).toHaveLength(1)
    await pass(60_000)
    expect([inputs.length, cut.length]).toEqual([1, 1])
    goOnline()
  })

  test('is reported only among the first thirty of a page', async () => {
    const { inputs } = answer(reportClientErrors, {})
    startReporting()
    const names = Array.from({ length: 60 }, (_, at) => `${'abcdef'[Math.floor(at / 10)]}${'abcdefghij'[at % 10]}`)
    for (const name of names) reportError('crash', new Error(name))
    await expect
      .poll(async () => {
        await pass()
        return sent(inputs).flat()
      })
      .toEqual(names.slice(0, 30))
    await pass(60_000)
    expect(sent(inputs).map((batch) => batch.length)).toEqual([10, 10, 10])
  })
})

test('a crashed page is reported with its route', async () => {
  startFakeServer()
  const { inputs } = answer(reportClientErrors, {})
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  function Broken(): never {
    throw new TypeError('broken')
  }
  const screen = await show(<Broken />, { path: '/learninghub' })
  await expect.element(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await pass()
  await expect
    .poll(() => inputs.flatMap(({ body }) => body.errors))
    .toMatchObject([{ kind: 'crash', route: '/learninghub', name: 'TypeError', message: 'broken' }])
})
