import { getProfile } from '@saathi/contract/accounts/calls'
import { getDeclaration, listProjects, signUp } from '@saathi/contract/accounts/sign-up-calls'
import { getSupportedLanguages } from '@saathi/contract/content/calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { getSurvey } from '@saathi/contract/surveys/calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '#core/query-client.ts'
import { doubleTap, fingerOn } from '../../../test/finger.ts'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../../test/harness.tsx'
import { setSignUpDraft, setSignUpPass, signUpDraft, type SignUpDraft } from './pass.ts'
import { address, continueButton, resetSignUp, goodPassword, reloadPage, press, showSignUp, type Screen } from '../auth.fake.ts'

const project = (key: string, name: string, emailDomains: string[] = [], isDisabled = false) => ({
  key,
  name,
  emailDomains,
  isDisabled,
})
const open = { stars: project('stars', 'Rising Stars'), closed: project('closed', 'Last Year', [], true) }

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  answer(getDeclaration, ({ query: { type } }) => ({
    type: type === 'Mentor' ? ('Mentor' as const) : ('Mentee' as const),
    version: 1,
    declaration: `I am a ${type}.\n\nI will be kind.`,
  }))
  answer(listProjects, { data: { projects: open } })
})
afterEach(() => {
  resetSignUp()
  vi.restoreAllMocks()
})

const mentee: Partial<SignUpDraft> = { userType: 'Mentee', accepted: 'Mentee' }
const mentor: Partial<SignUpDraft> = { userType: 'Mentor', accepted: 'Mentor' }
const showDetails = (draft: Partial<SignUpDraft>) => showSignUp(draft, '/signup?step=details')

const field = (screen: Screen, name: string) => screen.getByRole('textbox', { name })
const phoneField = (screen: Screen) => screen.getByLabelText('Phone number')
const submit = (screen: Screen) => screen.getByRole('button', { name: 'Create my account' })

async function fillNames(screen: Screen) {
  await field(screen, 'First name').fill(' Tara ')
  await field(screen, 'Last name').fill('Rao')
  await phoneField(screen).fill('9800000001')
}

function answerHub() {
  answer(getProfile, makeProfile({ firstName: 'Tara' }))
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
}

describe('access', () => {
  test('[ACC-14] without a pass is redirected to the sign-in', async () => {
    const screen = await showApp({ path: '/signup?step=details' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  test('starts at the first page', async () => {
    const screen = await showSignUp({}, '/signup?step=details')
    await expect.element(screen.getByRole('heading', { name: 'I am a Mentee or Mentor' })).toBeVisible()
    expect(screen.pathNow()).toBe('/signup')
  })

  test('[ACC-14] stops at a declaration that was not accepted', async () => {
    const screen = await showSignUp({ userType: 'Mentor', accepted: 'Mentee' }, '/signup?step=details')
    await expect.element(screen.getByText('I am a Mentor.')).toBeVisible()
  })
})

describe('the three pages', () => {
  test('[ACC-14] page 0 asks for the type, page 1 for its declaration, page 2 for the details', async () => {
    const declarations = answer(getDeclaration, { type: 'Mentor', version: 3, declaration: 'I will listen.' })
    const screen = await showSignUp()
    await expect.element(screen.getByRole('radiogroup', { name: 'I am a Mentee or Mentor' })).toBeVisible()
    await expect.element(continueButton(screen)).toHaveAttribute('aria-disabled', 'true')
    await screen.getByText('Mentor', { exact: true }).click()
    await continueButton(screen).click()
    await expect.element(screen.getByText('I will listen.')).toBeVisible()
    expect(declarations.inputs.at(-1)).toEqual({ query: { type: 'Mentor', languageCode: 'en' } })
    await expect
      .element(continueButton(screen))
      .toHaveAccessibleDescription('Please read and accept the declaration to continue.')
    await continueButton(screen).click({ force: true })
    expect(screen.pathNow()).toBe('/signup?step=declaration')
    await screen.getByRole('checkbox', { name: 'I have read this and I agree.' }).click()
    await continueButton(screen).click()
    await expect.element(screen.getByRole('heading', { name: 'About you' })).toBeVisible()
  })

  test('[ACC-14] a double tap goes forward one page, so that no page is skipped', async () => {
    const screen = await showSignUp(mentee)
    await expect.element(continueButton(screen)).toBeVisible()
    await doubleTap(continueButton(screen).element())
    await expect.element(screen.getByText('I will be kind.')).toBeVisible()
    await fingerOn(continueButton(screen).element())(10)
    await expect.element(screen.getByRole('heading', { name: 'About you' })).toBeVisible()
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  test('[ACC-14] the back arrow steps back and keeps the inputs', async () => {
    const screen = await showSignUp()
    await screen.getByText('Mentee', { exact: true }).click()
    await press('{Enter}')
    await screen.getByRole('checkbox').click()
    await continueButton(screen).click()
    await fillNames(screen)
    const back = screen.getByRole('button', { name: 'Back' })
    await back.click()
    await expect.element(screen.getByRole('checkbox')).toBeChecked()
    await back.click()
    await expect.element(screen.getByRole('radio', { name: /^Mentee/ })).toBeChecked()
    await continueButton(screen).click()
    await continueButton(screen).click()
    await expect.element(field(screen, 'First name')).toHaveValue(' Tara ')
    await expect.element(phoneField(screen)).toHaveValue('9800000001')
  })

  test("[ACC-14] the browser's own back button steps back a page too", async () => {
    const screen = await showSignUp({ userType: 'Mentee', accepted: 'Mentee' })
    await continueButton(screen).click()
    await continueButton(screen).click()
    await field(screen, 'Last name').fill('Rao')
    screen.router.history.back()
    await expect.element(screen.getByText('I will be kind.')).toBeVisible()
    screen.router.history.back()
    await expect.element(screen.getByRole('radio', { name: /^Mentee/ })).toBeChecked()
    screen.router.history.forward()
    screen.router.history.forward()
    await expect.element(field(screen, 'Last name')).toHaveValue('Rao')
  })

  test('from the first page the arrow goes to the password, from which Submit comes back', async () => {
    const screen = await showSignUp()
    sessionStorage.setItem('saathi.code.signUp', JSON.stringify({ email: address, isVerified: true, resendAt: 0 }))
    await screen.getByRole('button', { name: 'Back' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
    await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue(goodPassword)
    await screen.getByRole('button', { name: 'Submit' }).click()
    await expect.element(screen.getByRole('heading', { name: 'I am a Mentee or Mentor' })).toBeVisible()
  })

  test('the declaration is in the page’s language, and changes with it', async () => {
    const declarations = answer(getDeclaration, ({ query }) => ({
      type: 'Mentee' as const,
      version: 1,
      declaration: query.languageCode === 'hi' ? 'मैं सच बोलूँगी।' : 'I will be true.',
    }))
    const screen = await showSignUp({ userType: 'Mentee' }, '/signup?step=declaration')
    await expect.element(screen.getByText('I will be true.')).toBeVisible()
    await screen.getByRole('combobox', { name: 'Language' }).selectOptions('hi')
    await expect.element(screen.getByText('मैं सच बोलूँगी।')).toBeVisible()
    expect(new Set(declarations.inputs.map(({ query }) => query.languageCode))).toEqual(new Set(['en', 'hi']))
  })
})

describe('the details', () => {
  test.each([
    ['mentee', mentee, ['First name', 'Last name', 'Phone number', 'Programme']],
    ['mentor', mentor, ['First name', 'Last name', 'Phone number', 'Institution code']],
  ])('[ACC-15] are all mandatory for a %s, and the first empty field takes the focus', async (_, draft, labels) => {
    answer(listProjects, { data: { projects: { ...open, two: project('two', 'Two') } } })
    const sent = answer(signUp, signedInReply)
    const screen = await showDetails(draft)
    await submit(screen).click()
    for (const label of labels) {
      await expect.element(screen.getByLabelText(label)).toHaveAccessibleDescription('Field is mandatory')
    }
    await expect.element(field(screen, 'First name')).toHaveFocus()
    expect(sent.inputs).toEqual([])
  })

  test('[ACC-15] explain the institution code', async () => {
    const screen = await showDetails(mentor)
    await expect
      .element(field(screen, 'Institution code'))
      .toHaveAccessibleDescription('Your institution gave you this code. It looks like ABC-1234.')
  })

  test('[ACC-15] require a primary language if the page’s is not offered', async () => {
    answer(getSupportedLanguages, {
      languages: [{ language: 'हिन्दी', languageCode: 'hi', isActive: true, isDefault: true }],
    })
    const screen = await showDetails(mentor)
    await submit(screen).click()
    await expect.element(screen.getByLabelText('Primary language')).toHaveAccessibleDescription('Field is mandatory')
  })

  test('[ACC-16] offer only the programmes of a matching domain', async () => {
    const own = project('college', 'College Circle', ['College.test'])
    answer(listProjects, { data: { projects: { ...open, own, other: project('o', 'Other', ['other.test']) } } })
    const screen = await showDetails(mentee)
    const list = screen.getByLabelText('Programme')
    await expect.element(list).toHaveValue('college')
    expect(
      list
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    ).toEqual(['College Circle'])
  })

  test('[ACC-16] offer programmes without a domain to other addresses; closed ones are shown but disabled', async () => {
    const other = project('o', 'Other', ['other.test'])
    const second = project('second', 'Second Wind')
    answer(listProjects, { data: { projects: { ...open, other, second } } })
    const screen = await showDetails(mentee)
    const list = screen.getByLabelText('Programme')
    await expect.element(list.getByRole('option', { name: 'Last Year (not open now)' })).toBeDisabled()
    expect(
      list
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    ).toEqual(['Choose a programme', 'Last Year (not open now)', 'Rising Stars', 'Second Wind'])
  })

  test('[ACC-16] load the programmes for mentees only', async () => {
    const { inputs } = answer(listProjects, { data: { projects: open } })
    const screen = await showDetails(mentor)
    await expect.element(field(screen, 'Institution code')).toBeVisible()
    expect(screen.getByLabelText('Programme').elements()).toEqual([])
    expect(inputs).toEqual([])
  })

  test('[ACC-17] offer only active languages, by code', async () => {
    const language = (languageCode: string, isActive: boolean) => ({
      language: languageCode,
      languageCode,
      isActive,
      isDefault: false,
    })
    answer(getSupportedLanguages, { languages: [language('ta', false), language('hi', true), language('en', true)] })
    const screen = await showDetails(mentee)
    const list = screen.getByLabelText('Primary language')
    await expect.element(list).toHaveValue('en')
    expect(
      list
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    ).toEqual(['en', 'hi'])
  })

  test.each([
    ['+91 India', '98 000-00x00123', '9800000001', '919800000001'],
    ['+1 United States', '20255501239', '2025550123', '12025550123'],
    ['+49 Germany', '301234567890123', '30123456789', '4930123456789'],
    ['+65 Singapore', '812345678', '81234567', '6581234567'],
  ])('[ACC-18] accept digits only for a phone in %s, cut to the maximum', async (country, typed, shown, sent) => {
    const { inputs } = answer(signUp, refuse('core.broken', 500))
    const screen = await showDetails(mentee)
    await expect.element(screen.getByRole('combobox', { name: 'Country' })).toHaveDisplayValue('+91 India')
    await fillNames(screen)
    await phoneField(screen).fill('')
    await screen.getByRole('combobox', { name: 'Country' }).selectOptions(country)
    await phoneField(screen).click()
    await press(typed)
    await expect.element(phoneField(screen)).toHaveValue(shown)
    await submit(screen).click()
    await expect.poll(() => inputs[0]?.body.phoneNumber).toBe(sent)
  })

  test('[ACC-18] refuse a phone number that is too short', async () => {
    const screen = await showDetails(mentee)
    await fillNames(screen)
    await phoneField(screen).fill('98000')
    await submit(screen).click()
    await expect.element(phoneField(screen)).toHaveAccessibleDescription('Please enter the whole number.')
  })
})

describe('submitting', () => {
  test('as a mentee by e-mail sends exactly the required fields, and no token', async () => {
    answerHub()
    const { inputs, headers } = answer(signUp, signedInReply)
    const screen = await showDetails({ ...mentee, institutionCode: 'ABC-1234' })
    await fillNames(screen)
    await submit(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    expect(inputs).toEqual([
      {
        body: {
          role: 'Mentee',
          firstName: 'Tara',
          lastName: 'Rao',
          phoneNumber: '919800000001',
          project: 'stars',
          newPrimaryLanguage: 'en',
          provider: 'normal',
          email: address,
          password: goodPassword,
          otp: '482913',
        },
      },
    ])
    expect(headers[0]?.get('authorization')).toBeNull()
  })

  test('[ACC-09] as a Google user prefills name and e-mail, and sends the token instead of address and password', async () => {
    answerHub()
    setSignUpPass({
      provider: 'google',
      email: 'omar@gmail.test',
      signUpToken: 'google-says-so',
      firstName: 'Omar',
      lastName: 'Ali',
    })
    const { inputs, headers } = answer(signUp, signedInReply)
    const screen = await showApp({ path: '/signup' })
    await screen.getByText('Mentor', { exact: true }).click()
    await continueButton(screen).click()
    await screen.getByRole('checkbox').click()
    await continueButton(screen).click()
    await expect.element(field(screen, 'First name')).toHaveValue('Omar')
    await expect.element(field(screen, 'Last name')).toHaveValue('Ali')
    await expect.element(screen.getByText('omar@gmail.test')).toBeVisible()
    await phoneField(screen).fill('+91 98000 00001')
    await field(screen, 'Institution code').fill(' abc-1234 ')
    await press('{Enter}')
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    expect(inputs).toEqual([
      {
        body: {
          role: 'Mentor',
          firstName: 'Omar',
          lastName: 'Ali',
          phoneNumber: '919800000001',
          institutionCode: 'abc-1234',
          newPrimaryLanguage: 'en',
          provider: 'google',
        },
      },
    ])
    expect(headers[0]?.get('authorization')).toBe('Bearer google-says-so')
  })

  test('[ACC-20] signs the person in, follows the landing rules, and stores nothing', async () => {
    const surveys = [{ surveyId: 4, surveyStatus: 'NOT_STARTED', expPermission: 'use' as const }]
    const profile = makeProfile()
    answer(getProfile, { ...profile, status: { ...profile.status, surveys } })
    answer(signUp, signedInReply)
    // The page where the person lands belongs to another domain.
    answer(getSurvey, 'hang')
    sessionStorage.setItem('saathi.code.signUp', JSON.stringify({ email: address, isVerified: true, resendAt: 0 }))
    const screen = await showDetails(mentee)
    await fillNames(screen)
    await submit(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/survey')
    await expect.poll(() => Object.keys(sessionStorage)).not.toContain('saathi.code.signUp')
    expect(JSON.stringify(localStorage)).not.toContain(goodPassword)
  })

  test('[ACC-20] shows general refusals above the button, one per line, and keeps the inputs', async () => {
    const messages = { nonFieldErrors: ['This program is not open.', 'This language is not offered.'] }
    answer(signUp, refuse('accounts.program_not_open', 409, 'No.', messages))
    const screen = await showDetails(mentee)
    await fillNames(screen)
    await submit(screen).click()
    const note = screen.getByRole('alert')
    await expect.element(note).toMatchTextContent('This program is not open.')
    expect(note.element().textContent).toContain('This program is not open.\nThis language is not offered.')
    expect(note.element().compareDocumentPosition(submit(screen).element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await expect.element(field(screen, 'Last name')).toHaveValue('Rao')
    await expect.element(submit(screen)).not.toHaveAttribute('aria-disabled')
  })

  test('[ACC-34] shows a refused institution code at the button', async () => {
    const messages = { nonFieldErrors: ['This institution code does not fit.'] }
    answer(signUp, refuse('accounts.institution_refused', 409, 'No.', messages))
    const screen = await showDetails({ ...mentor, institutionCode: 'XYZ-1' })
    await fillNames(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('This institution code does not fit.')
    await expect.element(field(screen, 'Institution code')).toHaveValue('XYZ-1')
  })

  test('[ACC-13] refuses a password made of the names as soon as they are typed; choosing another returns here', async () => {
    const sent = answer(signUp, 'hang')
    setSignUpPass({ provider: 'normal', email: 'student7@college.test', otp: '482913', password: 'Zara@2026' })
    sessionStorage.setItem(
      'saathi.code.signUp',
      JSON.stringify({ email: 'student7@college.test', isVerified: true, resendAt: 0 }),
    )
    setSignUpDraft({ ...signUpDraft(), ...mentee })
    const screen = await showApp({ path: '/signup?step=details' })
    await fillNames(screen)
    expect(screen.getByRole('alert').elements()).toEqual([])
    await field(screen, 'First name').fill('Zara')
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Your password is your name with something added')
    await submit(screen).click()
    expect(sent.inputs).toEqual([])
    await screen.getByRole('alert').getByRole('link', { name: 'Choose another password' }).click()
    const missing = screen.getByRole('listitem').filter({ hasText: 'still missing' })
    await expect.element(missing).toMatchTextContent('hard to guess')
    await screen.getByLabelText('Password', { exact: true }).fill(goodPassword)
    await screen.getByLabelText('Confirm password').fill(goodPassword)
    await screen.getByRole('button', { name: 'Submit' }).click()
    await expect.element(field(screen, 'First name')).toHaveValue('Zara')
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  test.each([
    ['accounts.code_over', 410, 'Get a new code', '/emailverify'],
    ['accounts.common_password', 422, 'Choose another password', '/emailverify?step=password'],
    ['accounts.already_signed_up', 406, 'Sign in', '/signin'],
  ])('links to the earlier step that caused the error (%s, %i): %s', async (code, status, name, href) => {
    answer(signUp, refuse(code, status, 'No.', { nonFieldErrors: ['It cannot be.'] }))
    const screen = await showDetails(mentee)
    await fillNames(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('alert').getByRole('link', { name })).toHaveAttribute('href', href)
  })

  test.each([
    [refuse('core.forbidden', 403), 'This part of Saathi is not open to you.'],
    [refuse('core.conflict', 409), 'Someone else changed this at the same time.'],
    [refuse('core.too_many', 429), 'That was a little too fast.'],
    [refuse('core.broken', 500), 'Something went wrong on our side.'],
    ['network' as const, 'We could not reach Saathi.'],
  ])('[NAV-11] shows a text for any other failure, and a second try works', async (failure, words) => {
    answerHub()
    answer(signUp, failure)
    const screen = await showDetails(mentee)
    await fillNames(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent(words)
    answer(signUp, signedInReply)
    await submit(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })

  test('never creates the account twice, even if its profile cannot be loaded yet', async () => {
    answer(getProfile, 'network')
    const { inputs } = answer(signUp, signedInReply)
    const screen = await showDetails(mentee)
    await fillNames(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    answerHub()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
    expect(inputs).toHaveLength(1)
  })

  test('shows that it is busy, and Enter sends nothing more', async () => {
    const { inputs } = answer(signUp, 'hang')
    const screen = await showDetails(mentee)
    await fillNames(screen)
    await submit(screen).click()
    await expect.element(screen.getByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-busy', 'true')
    await field(screen, 'Last name').click()
    await press('{Enter}')
    expect(inputs).toHaveLength(1)
  })
})

describe('[ACC-35] a failed load', () => {
  test('of the declaration is logged, not alerted, and can be retried', async () => {
    answer(getDeclaration, refuse('core.broken', 500))
    const screen = await showSignUp({ userType: 'Mentee' }, '/signup?step=declaration')
    await expect.element(screen.getByText('The declaration could not be loaded.')).toBeVisible()
    expect(screen.getByRole('alert').elements()).toEqual([])
    expect(vi.mocked(console.warn)).toHaveBeenCalledWith('The declaration could not be loaded.', expect.anything())
    await expect.element(continueButton(screen)).toHaveAttribute('aria-disabled', 'true')
    answer(getDeclaration, { type: 'Mentee', version: 1, declaration: 'I will be kind.' })
    await screen.getByRole('button', { name: 'Load again' }).click()
    await expect.element(screen.getByText('I will be kind.')).toBeVisible()
  })

  test('of the programmes is logged, not alerted, keeps the inputs, and can be retried', async () => {
    answer(listProjects, refuse('core.unavailable', 503))
    const screen = await showDetails(mentee)
    await expect.element(screen.getByText('The programmes could not be loaded.')).toBeVisible()
    await fillNames(screen)
    expect(screen.getByRole('alert').elements()).toEqual([])
    expect(vi.mocked(console.warn)).toHaveBeenCalledWith('The list of programs could not be loaded.', expect.anything())
    answer(listProjects, { data: { projects: open } })
    await screen.getByRole('button', { name: 'Load again' }).click()
    await expect.element(screen.getByLabelText('Programme')).toHaveValue('stars')
    await expect.element(field(screen, 'Last name')).toHaveValue('Rao')
  })

  test('of the languages can be retried', async () => {
    answer(getSupportedLanguages, refuse('core.broken', 500))
    const screen = await showDetails(mentee)
    await expect.element(screen.getByText('The languages could not be loaded.')).toBeVisible()
    answer(getSupportedLanguages, {
      languages: [{ language: 'English', languageCode: 'en', isActive: true, isDefault: true }],
    })
    await screen.getByRole('button', { name: 'Load again' }).click()
    await expect.element(screen.getByLabelText('Primary language')).toHaveValue('en')
  })
})

test('an unfinished draft is not shown to another person', async () => {
  setSignUpPass({ provider: 'normal', email: 'first@college.test', otp: '1', password: goodPassword })
  setSignUpDraft({ ...signUpDraft(), ...mentee, firstName: 'First', phoneNumber: '919800000009' })
  setSignUpPass({ provider: 'google', email: 'second@gmail.test', signUpToken: 'x', firstName: 'Second', lastName: 'One' })
  expect(signUpDraft()).toMatchObject({ userType: null, accepted: null, firstName: 'Second', phoneNumber: '' })
  const screen = await showApp({ path: '/signup?step=details' })
  await expect.element(screen.getByRole('heading', { name: 'I am a Mentee or Mentor' })).toBeVisible()
})

test('after a reload a new Google user starts again at the sign-in', async () => {
  setSignUpPass({ provider: 'google', email: 'omar@gmail.test', signUpToken: 'x', firstName: 'Omar', lastName: 'Ali' })
  const screen = await showApp({ path: '/signup' })
  await expect.element(screen.getByRole('heading', { name: 'I am a Mentee or Mentor' })).toBeVisible()
  queryClient.clear()
  const reloaded = await reloadPage(screen)
  await expect.element(reloaded.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
