import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { afterEach, expect, test } from 'vitest'
import { answer, makeProfile, showApp } from '../../../test/harness.tsx'
import { blockFiles } from '../../../test/block-files.ts'

afterEach(() => blockFiles())

// In its own file: a module that has loaded once cannot fail any more.
test('[ACC-30] if the terms dialog fails to load only the legal texts are shown, and a retry loads it', async () => {
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
  await blockFiles('accounts/terms/gate.tsx')
  const screen = await showApp({ path: '/learninghub', profile: makeProfile({ hasAgreedTerms: false }) })
  await expect.element(screen.getByRole('alert')).toMatchTextContent('We could not reach Saathi')
  await screen.router.navigate({ href: '/moreinfo/faq' })
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page could not be loaded')
  await screen.router.navigate({ href: '/moreinfo/termsOfService' })
  await expect.element(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent('This page could not be loaded')
  await screen.router.navigate({ href: '/moreinfo/faq' })
  await blockFiles()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Terms and Privacy Policy' })).toBeVisible()
})
