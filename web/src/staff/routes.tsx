import type { DomainRoute } from '#core/domain-route.ts'

const pages = async () => await import('./screens.ts')
const inConsole = { access: 'protected', frame: 'console' } as const

/** The console of the team. Nothing of it is loaded on a member's page. */
export const staffRoutes: readonly DomainRoute[] = [
  { ...inConsole, path: '/staff', load: async () => (await (await pages()).home()).HomePage },
  { ...inConsole, path: '/staff/today', load: async () => (await (await pages()).today()).TodayPage },
  { ...inConsole, path: '/staff/today/rules', load: async () => (await (await pages()).workRules()).WorkRulesPage },
  { ...inConsole, path: '/staff/today/tomorrow', load: async () => (await (await pages()).tomorrow()).TomorrowPage },
  { ...inConsole, path: '/staff/today/nudges', load: async () => (await (await pages()).nudgePlans()).NudgePlansPage },
  { ...inConsole, path: '/staff/people', load: async () => (await (await pages()).people()).PeopleListPage },
  { ...inConsole, path: '/staff/people/import', load: async () => (await (await pages()).importStart()).ImportStartPage },
  { ...inConsole, path: '/staff/people/import/$runId', load: async () => (await (await pages()).importRun()).ImportRunPage },
  { ...inConsole, path: '/staff/people/$personId', load: async () => (await (await pages()).person()).PersonPage },
  { ...inConsole, path: '/staff/people/$personId/answers', load: async () => (await (await pages()).answers()).AnswersPage },
  { ...inConsole, path: '/staff/bulk', load: async () => (await (await pages()).bulkActs()).BulkListPage },
  { ...inConsole, path: '/staff/bulk/$actId', load: async () => (await (await pages()).bulkAct()).BulkActPage },
  { ...inConsole, path: '/staff/pairs', load: async () => (await (await pages()).pairs()).PairListPage },
  { ...inConsole, path: '/staff/pairs/$mentorshipId', load: async () => (await (await pages()).pair()).PairPage },
  { ...inConsole, path: '/staff/matching', load: async () => (await (await pages()).matching()).MatchingPage },
  { ...inConsole, path: '/staff/screening', load: async () => (await (await pages()).screening()).ScreeningPage },
  { ...inConsole, path: '/staff/programmes', load: async () => (await (await pages()).programmes()).ProgrammesPage },
  {
    ...inConsole,
    path: '/staff/programmes/$programmeId',
    load: async () => (await (await pages()).programme()).ProgrammePage,
  },
  { ...inConsole, path: '/staff/content', load: async () => (await (await pages()).content()).ContentListPage },
  {
    ...inConsole,
    path: '/staff/content/session/$sessionKey',
    load: async () => (await (await pages()).sessionEditor()).SessionEditorPage,
  },
  {
    ...inConsole,
    path: '/staff/content/$kind/$contentKey',
    load: async () => (await (await pages()).pageEditor()).PageEditorPage,
  },
  { ...inConsole, path: '/staff/help', load: async () => (await (await pages()).helpList()).HelpListPage },
  { ...inConsole, path: '/staff/help/$caseId', load: async () => (await (await pages()).helpCase()).HelpCasePage },
  { ...inConsole, path: '/staff/settings', load: async () => (await (await pages()).settings()).SettingsPage },
  { ...inConsole, path: '/staff/errors', load: async () => (await (await pages()).errors()).ClientErrorsPage },
  { ...inConsole, path: '/staff/safety', load: async () => (await (await pages()).safetyQueue()).SafetyQueuePage },
  { ...inConsole, path: '/staff/safety/held', load: async () => (await (await pages()).safetyHeld()).HeldPage },
  { ...inConsole, path: '/staff/safety/filter', load: async () => (await (await pages()).safetyFilter()).FilterPage },
  { ...inConsole, path: '/staff/safety/$caseId', load: async () => (await (await pages()).safetyCase()).SafetyCasePage },
  { ...inConsole, path: '/staff/audit', load: async () => (await (await pages()).audit()).AuditPage },
  { ...inConsole, path: '/staff/team', load: async () => (await (await pages()).team()).TeamPage },
]
