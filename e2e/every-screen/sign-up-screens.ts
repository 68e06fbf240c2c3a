import type { Page } from '@playwright/test'
import { mailedCode, makeMentee, newAddress, strongPassword } from '../mailed-code.ts'
import { headed, HERE, press, type Screen, text, type Tour } from './tour.ts'

const newcomer = newAddress('every-screen')
const forgetful = newAddress('every-screen')

async function requestCode(page: Page, email: string, label: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: label }).click()
}

async function enterCode(page: Page, email: string, count: number) {
  await page.getByLabel('One-time code').fill(await mailedCode(page.request, email, count))
  await page.getByRole('button', { name: 'Continue' }).click()
}

const signUp: Screen[] = [
  { name: 'sign-up, e-mail', route: '/emailverify', shown: headed('Create your account'), isZoomed: true },
  {
    name: 'sign-up, code',
    route: '/emailverify',
    at: HERE,
    open: (page) => requestCode(page, newcomer, 'SEND OTP'),
    shown: headed('Enter the 6-digit code'),
    isZoomed: true,
  },
  {
    name: 'sign-up, password',
    route: '/emailverify',
    at: HERE,
    open: (page) => enterCode(page, newcomer, 1),
    shown: headed('Choose a password'),
  },
  {
    name: 'sign-up, who',
    route: '/signup',
    at: HERE,
    open: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill(strongPassword)
      await page.getByLabel('Confirm password').fill(strongPassword)
      await page.getByRole('button', { name: 'Submit' }).click()
    },
    shown: headed('I am a Mentee or Mentor'),
  },
  {
    name: 'sign-up, declaration',
    route: '/signup',
    at: HERE,
    open: async (page) => {
      await page.getByText('Mentee', { exact: true }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    shown: headed('Before you begin'),
  },
  {
    name: 'sign-up, details with faults',
    route: '/signup',
    at: HERE,
    open: async (page) => {
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Create my account' }).click()
    },
    shown: headed('About you'),
  },
  {
    name: 'sign-up, declaration of a mentor',
    route: '/signup',
    at: HERE,
    open: async (page) => {
      await page.goBack()
      await page.goBack()
      await page.getByText('Mentor', { exact: true }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    shown: headed('Before you begin'),
  },
  {
    name: 'sign-up, details of a mentor with faults',
    route: '/signup',
    at: HERE,
    open: async (page) => {
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Create my account' }).click()
    },
    shown: (page) => page.getByLabel('Institution code'),
  },
]

const reset: Screen[] = [
  {
    name: 'new password, e-mail',
    route: '/resetpassword',
    at: async ({ context }) => {
      await makeMentee(context.request, forgetful)
      return '/resetpassword'
    },
    shown: headed('Reset your password'),
  },
  {
    name: 'new password, code',
    route: '/resetpassword',
    at: HERE,
    open: (page) => requestCode(page, forgetful, 'Send code'),
    shown: headed('Enter the 6-character code'),
  },
  {
    name: 'new password',
    route: '/resetpassword',
    at: HERE,
    open: (page) => enterCode(page, forgetful, 2),
    shown: headed('Choose a new password'),
  },
  {
    name: 'terms of someone who is new',
    route: '/survey',
    at: HERE,
    open: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('Lamp by 3 Windows?')
      await page.getByLabel('Confirm password').fill('Lamp by 3 Windows?')
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    shown: (page) => page.getByRole('dialog').getByRole('button', { name: 'CONTINUE' }),
    isZoomed: true,
  },
]

const plain: Screen[] = [
  { name: 'sign-in', route: '/signin', shown: headed('Welcome back'), isZoomed: true },
  {
    name: 'sign-in, refused',
    route: '/signin',
    open: async (page) => {
      await page.getByLabel('E-mail').fill('nobody-at-all@saathi.example')
      await page.getByLabel('Password', { exact: true }).fill('not a password')
      await press(/^Sign in$/)(page)
    },
    shown: (page) => page.getByRole('alert').filter({ hasText: 'could not find an account' }),
  },
  {
    name: 'an unknown mailed link',
    route: '/emailverify',
    at: '/emailverify?token=not-a-real-link',
    shown: headed('We do not know this link'),
  },
  { name: 'privacy policy, outside', route: '/privacypolicy', shown: headed('Privacy Policy'), isZoomed: true },
  { name: 'terms of service, outside', route: '/termsofservice', shown: headed('Terms of Service') },
  { name: 'code of conduct, outside', route: '/codeofconduct', shown: headed('Code of Conduct') },
  { name: 'no such page', route: null, at: '/no-such-page', shown: (page) => page.getByRole('main').getByRole('heading') },
  { name: 'an unknown calendar', route: '/calendar/connect', shown: text('We do not know this calendar') },
]

const workshop: Screen[] = [
  { name: 'workshop, accounts', route: '/dev', shown: (page) => page.getByRole('button', { name: 'Sign in as Asha Rao' }) },
  { name: 'workshop, mailbox', route: '/dev/mailbox', shown: headed('Mailbox') },
  { name: 'workshop, clock', route: '/dev/timemachine', shown: text('The clock is right.') },
  {
    name: 'workshop, safety drill',
    route: '/dev/safety-drill',
    shown: (page) => page.getByRole('button', { name: 'Play the drill' }),
  },
  { name: 'workshop, matching', route: '/dev/matching', shown: (page) => page.getByRole('button', { name: /Look for/ }).first() },
  {
    name: 'the kit with every kind of question',
    route: '/dev/ui',
    shown: (page) => page.getByRole('heading', { name: 'Questions' }),
  },
]

export const signUpTours: Tour[] = [
  { title: 'signed out', as: null, screens: plain },
  { title: 'signing up', as: null, screens: signUp },
  { title: 'a new password', as: null, screens: reset },
  { title: 'the workshop', as: null, screens: workshop },
]
