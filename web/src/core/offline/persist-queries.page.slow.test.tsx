import { listSignIns, signIn as signInCall, signOut as signOutCall } from '@saathi/contract/accounts/identity-calls'
import { getProfile } from '@saathi/contract/accounts/calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { getSession } from '@saathi/contract/learning/session-calls'
import { listNoticeChoices } from '@saathi/contract/notices/calls'
import { hashKey } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '#learning/hub-pages.ts'
import { sessionDetail } from '#learning/session/detail.fake.ts'
import '#learning/session-pages.ts'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../../test/harness.tsx'
import { profileQuery } from '../profile.ts'
import { queryClient } from '../query-client.ts'
import '#app/inside-layout.tsx'
import { endSession, signIn, signOut } from '../session.ts'
import { writeChangedQueries } from './persist-queries.ts'
import { cachedKeys, loseConnection } from './cache.fake.ts'

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

async function showUntilStored(path: string, hash: string) {
  const screen = await showApp({ path, profile: asha })
  await expect.poll(() => cachedKeys(1), { timeout: 40_000 }).toContain(hash)
  return screen
}

describe('the stored queries', () => {
  test('[PLT-01] include visited pages', async () => {
    await showUntilStored('/learninghub', mineHash)
    expect(await cachedKeys(1)).toContain(profileHash)
  })

  test('[PLT-01] exclude short-lived and sign-in data', async () => {
    const screen = await showApp({ path: '/profile', profile: asha })
    await expect.element(screen.getByRole('heading', { name: 'Saved on this device' })).toBeVisible()
    await expect.poll(() => queryClient.getQueryData(['accounts', 'signIns'])).toBeDefined()
    await writeChangedQueries()
    await expect.poll(() => cachedKeys(1)).toContain(profileHash)
    expect(await cachedKeys(1)).not.toContain(hashKey(['accounts', 'signIns']))
    expect(await cachedKeys(1)).not.toContain(hashKey(['notices', 'device']))
  })

  test('no longer include data that the server now refuses', async () => {
    answer(getSession, sessionDetail())
    await showUntilStored('/session/sessionintroduction/3', sessionHash)
    answer(getSession, refuse('learning.session_not_found', 404))
    await queryClient.refetchQueries({ queryKey: ['learning', 'session', 3] })
    await expect.poll(() => cachedKeys(1)).not.toContain(sessionHash)
  })
})

describe("a person's stored queries are deleted", () => {
  test('[PLT-01] when they sign out, also offline', async () => {
    await showUntilStored('/learninghub', mineHash)
    const goOnline = loseConnection()
    answer(signOutCall, 'network')
    await signOut()
    expect(await cachedKeys(1)).toEqual([])
    goOnline()
  })

  test('[PLT-01] when the server has ended the session', async () => {
    await showUntilStored('/learninghub', mineHash)
    await endSession('over')
    expect(await cachedKeys(1)).toEqual([])
  })

  test('[PLT-01] when another person signs in', async () => {
    await showUntilStored('/learninghub', mineHash)
    answer(getProfile, makeProfile({ id: 2, firstName: 'Ravi', displayName: 'Ravi Das' }))
    answer(signInCall, { ...signedInReply, accessToken: 'token-2', userId: 2 })
    await signIn({ email: 'ravi@saathi.example', password: 'x' })
    expect(await cachedKeys(1)).toEqual([])
    await writeChangedQueries()
    expect(await cachedKeys(1)).toEqual([])
  })

  test('[PLT-01] together with pending writes', async () => {
    await showUntilStored('/learninghub', mineHash)
    queryClient.setQueryData(['learning', 'sessions', 'mine'], [])
    await signOut()
    localStorage.setItem('saathi.signedIn', '1')
    await writeChangedQueries()
    expect(await cachedKeys(1)).toEqual([])
  })
})
