import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { dialog, HERE, headed, press, type Screen, text, type Tour } from './tour.ts'

const people: Screen[] = [
  { name: 'the people', route: '/staff/people', shown: (page) => page.getByRole('table'), isZoomed: true },
  { name: 'adding a person', route: '/staff/people', at: HERE, open: press('Add a person'), shown: dialog('Add a person') },
  { name: 'importing people', route: '/staff/people/import', shown: headed('Import people') },
  {
    name: 'the check of an import',
    route: '/staff/people/import/$runId',
    at: '/staff/people/import',
    open: async (page) => {
      // The same file would be the same import, in whatever state an earlier visit has left it.
      const rows = [
        `Zoya Ansari,${randomUUID()}@college.example,98220,mentee,one-to-onne`,
        `Dolma Bhutia,${randomUUID()}@college.example,,mentor,one-to-one`,
      ]
      const buffer = Buffer.from(['Name,E-mail,Phone,Role,Programme', ...rows].join('\n'))
      await page.getByLabel('Choose a file').setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer })
    },
    shown: (page) => page.getByRole('table', { name: 'Rows to look at' }),
    isZoomed: true,
  },
  {
    name: 'an import that is done',
    route: '/staff/people/import/$runId',
    at: HERE,
    open: press('Run with 1 row'),
    shown: (page) => page.getByRole('heading', { name: '1 person is in' }),
  },
  {
    name: 'taking an import back',
    route: '/staff/people/import/$runId',
    at: HERE,
    open: press('Take it back'),
    shown: dialog('Take this import back?'),
  },
]

const bulkActs: Screen[] = [
  {
    name: 'choosing people',
    route: '/staff/people',
    at: '/staff/people?search=asha',
    open: (page) =>
      page
        .getByRole('checkbox', { name: /^Choose Asha/ })
        .first()
        .click(),
    shown: (page) => page.getByRole('region', { name: 'Chosen people' }),
    isZoomed: true,
  },
  {
    name: 'preparing a bulk act',
    route: '/staff/people',
    at: HERE,
    open: async (page) => {
      await page.getByRole('button', { name: 'Act on them' }).click()
      await page.getByRole('menuitem', { name: 'Open or close a feature' }).click()
    },
    shown: dialog('Open or close a feature'),
  },
  {
    name: 'a bulk act before its start',
    route: '/staff/bulk/$actId',
    at: HERE,
    open: async (page) => {
      await page.getByLabel('Feature', { exact: true }).selectOption('Internships')
      await page.getByLabel('Reason', { exact: true }).fill('The internship begins')
      await page.getByRole('button', { name: 'See whom it reaches' }).click()
    },
    shown: (page) => page.getByRole('tabpanel').getByRole('table'),
    isZoomed: true,
  },
  {
    name: 'the bulk acts',
    route: '/staff/bulk',
    at: HERE,
    open: async (page) => {
      await page.getByRole('button', { name: /^Do it for/ }).click()
      await expect(page.getByText('Finished', { exact: true })).toBeVisible({ timeout: 30_000 })
      await page.getByRole('link', { name: 'All bulk acts' }).click()
    },
    shown: (page) => page.getByRole('table'),
  },
]

const personPages: Screen[] = [
  {
    name: 'the reason for opening a page',
    route: '/staff/people/$personId',
    at: '/staff/people?search=asha',
    open: (page) => page.getByRole('table').getByRole('link', { name: /Asha/ }).first().click(),
    shown: headed("Open a person's page"),
  },
  {
    name: 'the page of a person',
    route: '/staff/people/$personId',
    at: HERE,
    open: async (page) => {
      await page.getByText('Before a call or visit').click()
      await page.getByRole('button', { name: 'Open the page' }).click()
    },
    shown: headed(/^Asha/),
  },
  {
    name: 'the survey answers of a person',
    route: '/staff/people/$personId/answers',
    at: HERE,
    open: async (page) => {
      await page.getByRole('link', { name: 'Read and correct answers' }).click()
      await page.getByText('Checking their details').click()
      await page.getByRole('button', { name: 'Open the page' }).click()
    },
    shown: headed('Survey answers'),
  },
]

const pairs: Screen[] = [
  { name: 'the pairs', route: '/staff/pairs', shown: (page) => page.getByRole('table') },
  {
    name: 'starting a mentorship',
    route: '/staff/pairs',
    at: HERE,
    open: press('Start a mentorship'),
    shown: dialog('Start a mentorship'),
  },
  { name: 'a broadcast', route: '/staff/pairs', open: press('Write to all pairs'), shown: dialog(/^Write to all pairs/) },
  {
    name: 'the recordings',
    route: '/staff/pairs',
    at: '/staff/pairs?tab=recordings',
    shown: text('Every recorded call has its summary'),
  },
  {
    name: 'the page of a pair',
    route: '/staff/pairs/$mentorshipId',
    at: '/staff/pairs?search=asha',
    open: async (page) => {
      await page.getByRole('table').getByRole('link', { name: /Asha/ }).first().click()
      await page.getByText('Before a call or visit').click()
      await page.getByRole('button', { name: 'Open the page' }).click()
    },
    shown: headed(/Asha$/),
  },
  {
    name: 'pausing a conversation',
    route: '/staff/pairs/$mentorshipId',
    at: HERE,
    open: (page) => page.getByRole('button', { name: 'Pause', exact: true }).first().click(),
    shown: dialog('Pause this conversation?'),
  },
  {
    name: 'reminding a pair',
    route: '/staff/pairs/$mentorshipId',
    at: HERE,
    open: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Remind' }).click()
    },
    shown: dialog('Remind'),
  },
  {
    name: 'answering a request',
    route: '/staff/pairs/$mentorshipId',
    at: '/staff/pairs?search=divya',
    open: async (page) => {
      await page.getByRole('table').getByRole('link', { name: /Divya/ }).first().click()
      await page.getByText('Before a call or visit').click()
      await page.getByRole('button', { name: 'Open the page' }).click()
      await page.getByRole('button', { name: /^Answer Divya/ }).click()
    },
    shown: dialog('Answer Divya'),
  },
]

const staff = { as: 'staff', withSecondFactor: true }

export const peopleTours: readonly Tour[] = [
  { ...staff, title: 'the people and their import', screens: people },
  { ...staff, title: 'bulk acts', screens: bulkActs },
  { ...staff, title: "a person's page", screens: personPages },
  { ...staff, title: 'the pairs', screens: pairs },
]
