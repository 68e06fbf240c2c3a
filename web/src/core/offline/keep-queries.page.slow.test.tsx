import { listSignIns, signIn as signInCall, signOut as signOutCall } from '@saathi/contract/accounts/identity-calls'
import { getProfile } from '@saathi/contract/accounts/calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { getSession } from '@saathi/contract/learning/session-calls'
import { listNoticeChoices } from '@saathi/contract/notices/calls'
import { hashKey } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '#learning/hub-pages.ts'
import { sessionDetail } from '#learning/session-detail.fake.ts'
import '#learning/session-pages.ts'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../../test/harness.tsx'
import { profileQuery } from '../profile.ts'
import { queryClient } from '../query-client.ts'
import '../router/inside-layout.tsx'
import { endSession, signIn, signOut } from '../session.ts'
import { writeKept } from './keep-queries.ts'
import { keysKept, loseConnection } from './kept.fake.ts'

const asha = makeProfile()
const profileHash = hashKey(profileQuery.queryKey)
const mineHash = hashKey(['learning', 'sessions', 'mine'])
const sessionHash = hashKey(['learning', 'session', 3])

beforeEach(async () => {
  await page.viewport(1280, 800)
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [sessionDetail()] })
  answer(listSignIns, { sessions: [] })
  answer(listNoticeChoices, { choices: [], quietHours: { isOn: true, from: '22:00', until: '07:00' } })
  answer(signOutCall, {})
})

async function showKept(path: string, hash: string) {
  const screen = await showApp({ path, profile: asha })
  await expect.poll(() => keysKept(1), { timeout: 40_000 }).toContain(hash)
  return screen
}

describe('what is kept', () => {
  test('[PLT-01] what one has visited, by itself', async () => {
    await showKept('/learninghub', mineHash)
    expect(await keysKept(1)).toContain(profileHash)
  })

  test('[PLT-01] not what only helps for a moment, or tells how to come in', async () => {
    const screen = await showApp({ path: '/profile', profile: asha })
    await expect.element(screen.getByRole('heading', { name: 'Saved on this device' })).toBeVisible()
    await expect.poll(() => queryClient.getQueryData(['accounts', 'signIns'])).toBeDefined()
    await writeKept()
    await expect.poll(() => keysKept(1)).toContain(profileHash)
    expect(await keysKept(1)).not.toContain(hashKey(['accounts', 'signIns']))
    expect(await keysKept(1)).not.toContain(hashKey(['notices', 'device']))
  })

  test('what the server refuses from now on is kept no longer', async () => {
    answer(getSession, sessionDetail())
    await showKept('/session/sessionintroduction/3', sessionHash)
    answer(getSession, refuse('learning.session_not_found', 404))
    await queryClient.refetchQueries({ queryKey: ['learning', 'session', 3] })
    await expect.poll(() => keysKept(1)).not.toContain(sessionHash)
  })
})

describe('what one person has kept is wiped', () => {
  test('[PLT-01] when they sign out, also without a connection', async () => {
    await showKept('/learninghub', mineHash)
    const comeBack = loseConnection()
    answer(signOutCall, 'network')
    await signOut()
    expect(await keysKept(1)).toEqual([])
    comeBack()
  })

  test('[PLT-01] when the server has ended the sign-in', async () => {
    await showKept('/learninghub', mineHash)
    await endSession('over')
    expect(await keysKept(1)).toEqual([])
  })

  test('[PLT-01] when another person signs in in their place', async () => {
    await showKept('/learninghub', mineHash)
    answer(getProfile, makeProfile({ id: 2, firstName: 'Ravi', displayName: 'Ravi Das' }))
    answer(signInCall, { ...signedInReply, accessToken: 'token-2', userId: 2 })
    await signIn({ email: 'ravi@saathi.example', password: 'x' })
    expect(await keysKept(1)).toEqual([])
    await writeKept()
    expect(await keysKept(1)).toEqual([])
  })

  test('[PLT-01] and what was about to be written for them is not', async () => {
    await showKept('/learninghub', mineHash)
    queryClient.setQueryData(['learning', 'sessions', 'mine'], [])
    await signOut()
    localStorage.setItem('saathi.signedIn', '1')
    await writeKept()
    expect(await keysKept(1)).toEqual([])
  })
})
