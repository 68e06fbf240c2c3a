import { setPrimaryLanguage } from '@saathi/contract/accounts/calls'
import { getTranslation } from '@saathi/contract/content/calls'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { answer, makeProfile, refuse, show } from '../../../test/harness.tsx'
import { render } from '../../../test/render.ts'
import { queryClient } from '../query-client.ts'
import { allTexts } from './dictionary.ts'
import { chooseLanguage } from './language.ts'
import { TextsProvider, useText } from './texts.tsx'

function Word() {
  return <p>{useText()('signIn.title')}</p>
}

function LaterWord() {
  return <p>{useText()('faq.title')}</p>
}

const hindi = 'फिर से स्वागत है'

test("[NAV-06] the page is in the signed-in person's language", async () => {
  const screen = await show(<Word />, { profile: makeProfile(), language: 'hi' })
  await expect.element(screen.getByText(hindi)).toBeVisible()
  await expect.poll(() => document.documentElement.lang).toBe('hi')
})

test('[NAV-06] a chosen language is saved and changes every text at once', async () => {
  const { inputs } = answer(setPrimaryLanguage, { newPrimaryLanguage: 'hi' })
  const screen = await show(<Word />, { profile: makeProfile() })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
  await chooseLanguage('hi')
  await expect.element(screen.getByText(hindi)).toBeVisible()
  expect(inputs).toMatchObject([{ params: { code: 'hi' } }])
})

test('[NAV-06] a language the server refuses is reverted', async () => {
  answer(setPrimaryLanguage, refuse('content.language_not_offered', 409))
  const screen = await show(<Word />, { profile: makeProfile() })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
  await expect(chooseLanguage('hi')).rejects.toMatchObject({ code: 'content.language_not_offered' })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
  expect(localStorage.getItem('saathi.language')).toBe('en')
})

test('follows a choice in another tab', async () => {
  const screen = await show(<Word />, { profile: makeProfile() })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
  new BroadcastChannel('saathi').postMessage({ type: 'language', code: 'hi' })
  await expect.element(screen.getByText(hindi)).toBeVisible()
})

test('a language that is no longer offered falls back to English', async () => {
  answer(getTranslation, ({ query: { languageCode } }) =>
    languageCode === 'en'
      ? { languageCode, translations: { 'signIn.title': 'Welcome back' } }
      : refuse('content.language_not_offered', 404),
  )
  const screen = await show(<Word />, { language: 'hi' })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
})

test('shows the stored texts if loading fails', async () => {
  localStorage.setItem('saathi.texts', JSON.stringify({ languageCode: 'en', translations: { 'signIn.title': 'Kept words' } }))
  answer(getTranslation, 'network')
  const screen = await show(<Word />)
  await expect.element(screen.getByText('Kept words')).toBeVisible()
})

test('shows an error in English with a retry if there are no texts', async () => {
  answer(getTranslation, 'network')
  const screen = await show(<Word />)
  await expect.element(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  answer(getTranslation, { languageCode: 'en', translations: { 'signIn.title': 'Welcome back' } })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
})

test('a first page is shown with its own texts; the others follow, and none is drawn before it is there', async () => {
  globalThis.saathiFirstTexts = 'en'
  const asked: (string | undefined)[] = []
  const rest = Promise.withResolvers<Record<string, string>>()
  answer(getTranslation, async ({ query: { part } }) => {
    asked.push(part)
    return {
      languageCode: 'en',
      translations: part === 'first' ? { 'signIn.title': 'Welcome back' } : await rest.promise,
    }
  })
  // Without a router: a page whose texts are not among the first ones would wait.
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <TextsProvider>
        <Word />
        <LaterWord />
      </TextsProvider>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
  expect(document.body.textContent).not.toContain('faq.title')
  expect(localStorage.getItem('saathi.texts')).toBeNull()
  const all = allTexts()
  rest.resolve({ 'faq.title': 'Questions' })
  await all
  await expect.element(screen.getByText('Questions')).toBeVisible()
  expect(asked).toEqual(['first', 'rest'])
  await expect
    .poll(() => JSON.parse(localStorage.getItem('saathi.texts') ?? 'null') as unknown)
    .toEqual({
      languageCode: 'en',
      translations: { 'signIn.title': 'Welcome back', 'faq.title': 'Questions' },
    })
})
