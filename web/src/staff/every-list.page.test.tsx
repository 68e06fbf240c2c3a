import { listImports } from '@saathi/contract/accounts/import-calls'
import { listTeam } from '@saathi/contract/accounts/team-calls'
import { listClientErrors } from '@saathi/contract/core/client-errors'
import { listHelpCases } from '@saathi/contract/help/staff-calls'
import * as screening from '@saathi/contract/matching/screening-calls'
import * as matching from '@saathi/contract/matching/staff-calls'
import { listSafetyHelplines } from '@saathi/contract/safety/calls'
import * as desk from '@saathi/contract/safety/desk-calls'
import { listActs } from '@saathi/contract/staff/audit-calls'
import { listBulkActs } from '@saathi/contract/staff/bulk-calls'
import { listPairs } from '@saathi/contract/staff/pair-calls'
import { listPeople, listSavedViews } from '@saathi/contract/staff/people-calls'
import { listProgrammes } from '@saathi/contract/staff/programme-calls'
import { listMeetings } from '@saathi/contract/video/staff-calls'
import { describe, expect, test } from 'vitest'
import { answer, refuse } from '../../test/harness.tsx'
import { showConsole } from './console.fake.ts'

const readAt = '2026-11-18T05:12:00.000Z'
const noPage = { hasNextPage: false }
const figures = { urgentMedianMinutes: null, normalMedianMinutes: null, answered: 0, answeredInTime: 0 }

type List = {
  path: string
  /** Null: what it lists is never empty, such as the team, of which the reader is one. */
  none: string | null
  /** Answers it, or says how it fails. */
  reply: (failure?: ReturnType<typeof refuse> | 'network' | 'hang') => unknown
}

const lists: readonly List[] = [
  {
    path: '/staff/people',
    none: 'Nobody fits these filters',
    reply: (failure) => answer(listPeople, failure ?? { people: [], total: 0, next: null, readAt }),
  },
  {
    path: '/staff/people/import',
    none: 'No imports in the last 30 days',
    reply: (failure) => answer(listImports, failure ?? { runs: [] }),
  },
  {
    path: '/staff/bulk',
    none: 'No bulk acts yet',
    reply: (failure) => answer(listBulkActs, failure ?? { acts: [], hasMore: false }),
  },
  {
    path: '/staff/pairs',
    none: 'No pairs yet',
    reply: (failure) => answer(listPairs, failure ?? { pairs: [], total: 0, next: null, coordinators: [] }),
  },
  {
    path: '/staff/matching?tab=review',
    none: 'No match waits for review',
    reply: (failure) => answer(matching.listStaffOffers, failure ?? { offers: [], ...noPage }),
  },
  {
    path: '/staff/matching?tab=offers',
    none: 'No offers here',
    reply: (failure) => answer(matching.listStaffOffers, failure ?? { offers: [], ...noPage }),
  },
  {
    path: '/staff/matching?tab=pool',
    none: 'Nobody waits with these filters',
    reply: (failure) => answer(matching.listSeekers, failure ?? { seekers: [], ...noPage }),
  },
  {
    path: '/staff/matching?tab=groups',
    none: 'No group is forming',
    reply: (failure) => answer(matching.listGroups, failure ?? { groups: [], ...noPage }),
  },
  {
    path: '/staff/matching?tab=apart',
    none: 'Nobody is kept apart',
    reply: (failure) => answer(matching.listApart, failure ?? { pairs: [], ...noPage }),
  },
  {
    path: '/staff/screening',
    none: 'Nobody waits for approval',
    reply: (failure) => answer(screening.listMentorsToScreen, failure ?? { mentors: [], ...noPage }),
  },
  {
    path: '/staff/programmes',
    none: 'Start a new programme',
    reply: (failure) => answer(listProgrammes, failure ?? { programmes: [], mayCreate: true }),
  },
  {
    path: '/staff/help',
    none: 'Nobody waits for an answer',
    reply: (failure) =>
      answer(listHelpCases, failure ?? { cases: [], ...noPage, counts: { open: 0, mine: 0, unassigned: 0, urgent: 0 } }),
  },
  {
    path: '/staff/safety',
    none: 'Nothing is open',
    reply: (failure) => {
      const counts = { urgent: 0, normal: 0, mine: 0, free: 0, pastTime: 0 }
      return answer(desk.listCases, failure ?? { cases: [], ...noPage, counts, figures })
    },
  },
  {
    path: '/staff/audit',
    none: 'No entries for these filters',
    reply: (failure) => answer(listActs, failure ?? { acts: [], hasMore: false, staff: [] }),
  },
  {
    path: '/staff/errors',
    none: 'Nothing has been reported',
    reply: (failure) => answer(listClientErrors, failure ?? { kinds: [], errors: [] }),
  },
  { path: '/staff/team', none: null, reply: (failure) => answer(listTeam, failure ?? { members: [], rolesToGive: [] }) },
]

const actions = ['console', 'people', 'people_read', 'pairs_read', 'matching', 'screening', 'programmes', 'help', 'safety']
const rights = [...actions, 'audit', 'team', 'errors', 'settings'].map((action) => `staff.${action}`)

function showList({ path }: List) {
  // Next to the lists, and not of interest here.
  answer(listSavedViews, { views: [] })
  answer(listMeetings, { meetings: [] })
  answer(listSafetyHelplines, { helplines: [] })
  return showConsole({ path, console: { actions: rights } })
}
const main = (screen: Awaited<ReturnType<typeof showList>>) => screen.getByRole('main')

test.each(lists.filter(({ none }) => none !== null))('[STF-17] the list at $path says when it is empty', async (list) => {
  list.reply()
  const screen = await showList(list)
  await expect.element(main(screen).getByText(list.none ?? '')).toBeVisible()
})

describe.each(lists)('[STF-17] the list at $path', (list) => {
  test('says that it could not be loaded, and can be tried again', async () => {
    list.reply(refuse('core.broken', 500))
    const screen = await showList(list)
    await expect.element(main(screen).getByText('This could not be loaded').first()).toBeVisible()
    list.reply()
    await main(screen).getByRole('button', { name: 'Try again' }).first().click()
    await expect.element(main(screen).getByText('This could not be loaded')).not.toBeInTheDocument()
  })

  test('says that it is not open to somebody whose right has ended', async () => {
    list.reply(refuse('core.forbidden', 403))
    const screen = await showList(list)
    await expect.element(main(screen).getByText('This is not open to you').first()).toBeVisible()
  })

  test('shows that it is loading', async () => {
    list.reply('hang')
    const screen = await showList(list)
    await expect.element(main(screen).getByText('Loading', { exact: true }).first()).toBeInTheDocument()
  })
})
