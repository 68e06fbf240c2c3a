import { expect, test } from 'vitest'
import { ApiError } from '#core/api-error.ts'
import { stateOf } from './call-state.ts'
import { shutRoom, videoRoom } from './video.fake.ts'

const before = { room: undefined, error: null, phase: { is: 'before' }, storedConsent: null } as const
const refused = (code: string, status = 403) => new ApiError(status, { code, message: '' })

test.each([
  ['loading', {}],
  ['failed', { error: refused('core.unreachable', 0) }],
  ['invalid', { error: refused('video.not_allowed') }],
  ['invalid', { error: refused('core.bad_input', 400) }],
  ['closed', { error: refused('video.closed') }],
  ['off', { error: refused('video.off') }],
  ['early', { room: shutRoom({ visitStatus: 'early' }) }],
  ['late', { room: shutRoom({ visitStatus: 'late' }) }],
  ['consent', { room: videoRoom() }],
  ['consent', { room: videoRoom({ consent: true }) }],
  ['calling', { room: videoRoom({ consent: true }), storedConsent: true }],
  ['loading', { room: videoRoom({ consent: true }), storedConsent: true, phase: { is: 'reading' } }],
  ['ended', { room: videoRoom(), phase: { is: 'over', reason: 'left' } }],
  ['closed', { room: videoRoom(), phase: { is: 'refused', code: 'video.closed' } }],
  ['failed', { room: videoRoom(), phase: { is: 'refused', code: 'core.unavailable' } }],
] as const)('[VID-02] %s', (is, facts) => {
  expect(stateOf({ ...before, ...facts }).is).toBe(is)
})

test('[VID-02] a failed refetch does not end a call', () => {
  const facts = { ...before, room: videoRoom(), error: refused('video.not_allowed'), phase: { is: 'in', consent: true } } as const
  expect(stateOf(facts).is).toBe('calling')
})
