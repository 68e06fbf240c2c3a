import { getProfile } from '@saathi/contract/accounts/calls'
import { signIn as signInCall } from '@saathi/contract/accounts/identity-calls'
import { saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportReachable } from '#core/connection.ts'
import { seedOutbox, makeEntry, storedEntries } from '#core/outbox/entry.fake.ts'
import { entriesNow } from '#core/outbox/list.ts'
import { flush, discard } from '#core/outbox/outbox.ts'
import { signIn } from '#core/session.ts'
// Registers the outbox senders, as on every signed-in page.
import '#app/shell-slots.ts'
import './kinds.ts'
import { FakeUpload } from '../../test/fake-upload.ts'
import { answer, makeProfile, refuse, signedInReply } from '../../test/harness.tsx'
import { draftKey, sentState, progress } from './quiz/page.fake.tsx'

const letter = new File(['%PDF-1.7 letter'], 'letter.pdf', { type: 'application/pdf' })
const quizEntry = (files: Record<string, File>) =>
  makeEntry({
    kind: 'learning.quiz',
    line: 'learning.3.',
    about: 'quiz 14 5',
    input: { session: 3, step: 14, quiz: 5, answers: { friend: 'Meera' }, files },
  })

beforeEach(async () => {
  answer(getProfile, makeProfile())
  answer(signInCall, signedInReply)
  await signIn({ email: 'asha@saathi.example', password: 'x' })
  localStorage.setItem(draftKey, JSON.stringify({ attempts: 0, answers: { friend: 'Meera' } }))
})

describe('a slow upload', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return () => {
      vi.useRealTimers()
      reportReachable()
    }
  })

  test('[PLT-01] is not aborted while bytes are transferred', async () => {
    await seedOutbox(quizEntry({ paper: letter }))
    const { promise: isUp, resolve } = Promise.withResolvers<void>()
    const { inputs } = answer(saveAnswers, () => isUp.then(() => ({ state: sentState(), standing: progress })))
    const flushing = flush()
    await vi.waitFor(() => expect(inputs).toHaveLength(1), { timeout: 30_000, interval: 10 })
    for (const loaded of [60, 70, 80, 90]) {
      FakeUpload.made[0]?.report(loaded)
      await vi.advanceTimersByTimeAsync(8_000)
    }
    resolve()
    await flushing
    expect(inputs).toHaveLength(1)
    expect(await storedEntries()).toEqual([])
  })
})

describe('the draft of queued answers', () => {
  const draft = () => localStorage.getItem(draftKey)
  afterEach(() => expect(draft()).toBeNull())

  test('[PLT-01] is removed when the only attempt was used elsewhere', async () => {
    await seedOutbox(quizEntry({}))
    answer(saveAnswers, refuse('learning.retake_not_allowed', 409))
    await flush()
    expect(entriesNow()).toMatchObject([{ refusal: { code: 'learning.retake_not_allowed' } }])
    expect(draft()).toBeNull()
  })

  test('[PLT-01] stays while they can be corrected, and is removed when they are discarded', async () => {
    await seedOutbox(quizEntry({}))
    answer(saveAnswers, refuse('learning.answers_rejected', 400))
    await flush()
    expect(draft()).not.toBeNull()
    const [entry] = entriesNow()
    if (entry) await discard(entry)
    expect(draft()).toBeNull()
  })
})
