import { getProfile, updateProfile } from '@saathi/contract/accounts/calls'
import { refresh } from '@saathi/contract/accounts/identity-calls'
import type { CallInput, CallReply } from '@saathi/contract/core/call'
import { saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { FakeUpload } from '../../../test/fake-upload.ts'
import { answer, makeProfile, refuse, signedInReply } from '../../../test/harness.tsx'
import { send } from '../api.ts'
import { connectionNow, onConnectionChanged, reportReachable } from '../connection.ts'
import { setToken } from './token.ts'

beforeEach(() => setToken({ accessToken: 'old', expiresIn: 600, userId: 1 }))

const resume = new File(['%PDF-1.7'], 'resume.pdf', { type: 'application/pdf' })
const input = {
  form: {
    fields: { data: { session: 4, step: 41, quiz: 7, answerJson: { 'best-note': 'queue' } } },
    files: {},
    keyed: { texts: { 'my-words': 'One\nTwo' }, files: { resume } },
  },
} satisfies CallInput<typeof saveAnswers>

const saved: CallReply<typeof saveAnswers> = {
  state: {
    session: 4,
    step: 41,
    quiz: { id: 7, helpText: null, localeHelpText: null, questions: [] },
    allowRetake: true,
    canAnswer: true,
    attempts: 1,
    submittedAt: '2026-11-14T06:00:00.000Z',
    answers: [],
    results: [],
  },
  standing: {
    session: 4,
    sessionStatus: 'ONGOING',
    sessionDuration: 20,
    durationCompleted: 5,
    completedSteps: 1,
    totalSteps: 4,
    completedStepIds: [41],
    resumeStep: 42,
  },
}

/** Sends with progress, and collects the reported fractions. */
function upload(options: { signal?: AbortSignal } = {}) {
  const fractions: number[] = []
  const sent = send(saveAnswers, input, { ...options, onProgress: (fraction) => fractions.push(fraction) })
  return { fractions, sent }
}

const read = {
  fields: { data: { session: 4, step: 41, quiz: 7, answerJson: { 'best-note': 'queue' } } },
  files: {},
  keyed: {
    texts: { 'my-words': 'One\nTwo' },
    files: { resume: { name: 'resume.pdf', type: 'application/pdf', bytes: new TextEncoder().encode('%PDF-1.7') } },
  },
}

test('keyed form parts are sent under their own names', async () => {
  const { inputs } = answer(saveAnswers, saved)
  expect(await send(saveAnswers, input)).toEqual(saved)
  expect(inputs).toMatchObject([{ form: read }])
})

describe('a proxy', () => {
  /** Replies like a proxy, not in our format. */
  function answerAsProxy(status: number) {
    const fetching = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('<h1>Bad Gateway</h1>', { status }))
    onTestFinished(() => {
      fetching.mockRestore()
      reportReachable()
    })
  }

  test.each([502, 503, 504, 521])('[NAV-11] whose server is down (%i) counts as unreachable', async (status) => {
    answerAsProxy(status)
    const changes = vi.fn()
    onTestFinished(onConnectionChanged(changes))
    for (let times = 0; times < 2; times++)
      await expect(send(getProfile, {})).rejects.toMatchObject({ status: 0, code: 'core.unreachable' })
    expect(connectionNow()).toBe('unreachable')
    expect(changes).toHaveBeenCalledOnce()
  })

  test('that refuses a request itself counts as reached', async () => {
    answerAsProxy(413)
    await expect(send(getProfile, {})).rejects.toMatchObject({ status: 413, code: 'core.broken' })
    expect(connectionNow()).toBe('online')
  })

  test.each(['core.maintenance', 'core.unavailable'])("[NAV-11] that passes on %s returns the server's error", async (code) => {
    answer(getProfile, refuse(code, 503))
    await expect(send(getProfile, {})).rejects.toMatchObject({ status: 503, code })
    expect(connectionNow()).toBe('online')
  })
})

describe('an upload with progress', () => {
  test('[QST-07] sends and parses like any other call', async () => {
    const { inputs, headers } = answer(saveAnswers, saved)
    const { fractions, sent } = upload()
    expect(await sent).toEqual(saved)
    expect(fractions).toEqual([0.5, 1])
    expect(inputs).toMatchObject([{ form: read }])
    expect(headers[0]?.get('authorization')).toBe('Bearer old')
    expect(headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(connectionNow()).toBe('online')
  })

  test('reports progress for a form without keyed parts too', async () => {
    const { inputs } = answer(updateProfile, makeProfile())
    const fractions: number[] = []
    const picture = new File(['x'], 'me.png', { type: 'image/png' })
    const form = { fields: { firstName: 'Asha' }, files: { picture } }
    await send(updateProfile, { form }, { onProgress: (fraction) => fractions.push(fraction) })
    expect(fractions).toEqual([0.5, 1])
    expect(inputs).toMatchObject([{ form: { fields: { firstName: 'Asha' }, files: { picture: { name: 'me.png' } } } }])
  })

  test('rejects with the same code and status', async () => {
    answer(saveAnswers, refuse('learning.retake_not_allowed', 409))
    await expect(upload().sent).rejects.toMatchObject({ status: 409, code: 'learning.retake_not_allowed' })
  })

  test('renews an expired token once', async () => {
    const renewal = answer(refresh, { ...signedInReply, accessToken: 'new' })
    answer(saveAnswers, (_input, headers) =>
      headers.get('authorization') === 'Bearer new' ? saved : refuse('core.signed_out', 401),
    )
    expect(await upload().sent).toEqual(saved)
    expect(renewal.inputs).toHaveLength(1)
  })

  test('is retried after a network error with the same key', async () => {
    const replies = ['network' as const, saved]
    const { headers } = answer(saveAnswers, () => replies.shift() ?? 'network')
    expect(await upload().sent).toEqual(saved)
    expect(new Set(headers.map((each) => each.get('idempotency-key'))).size).toBe(1)
    expect(headers).toHaveLength(2)
  })

  test('[QST-07] can be aborted half-way without counting as unreachable', async () => {
    answer(saveAnswers, 'hang')
    const controller = new AbortController()
    const { fractions, sent } = upload({ signal: controller.signal })
    const refused = expect(sent).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => fractions).toEqual([0.5])
    controller.abort()
    await refused
    expect(connectionNow()).toBe('online')
  })
})

describe('the timeout of an upload', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    setToken({ accessToken: 'old', expiresIn: 600, userId: 1 })
    return () => {
      vi.useRealTimers()
      reportReachable()
    }
  })

  test('[NAV-11] counts from the last bytes sent', async () => {
    const { inputs } = answer(saveAnswers, 'hang')
    const { fractions, sent } = upload()
    let isOver = false
    const refused = expect(sent.finally(() => (isOver = true))).rejects.toMatchObject({ status: 0, code: 'core.unreachable' })
    // The fake parses the form in real time and sees the abort only after that.
    await vi.waitFor(() => expect(inputs).toHaveLength(1), { timeout: 30_000, interval: 10 })
    for (const loaded of [60, 70, 80]) {
      FakeUpload.made[0]?.report(loaded)
      await vi.advanceTimersByTimeAsync(9_900)
      expect(isOver).toBe(false)
    }
    await vi.advanceTimersByTimeAsync(200)
    await refused
    expect(fractions).toEqual([0.5, 0.6, 0.7, 0.8])
    expect(connectionNow()).toBe('unreachable')
  })
})
