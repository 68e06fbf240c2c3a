import * as accounts from './accounts/calls.ts'
import * as codes from './accounts/code-calls.ts'
import * as imports from './accounts/import-calls.ts'
import * as identity from './accounts/identity-calls.ts'
import * as looks from './accounts/look-calls.ts'
import * as nextStep from './accounts/next-facts.ts'
import * as recovery from './accounts/recovery-calls.ts'
import * as signUp from './accounts/sign-up-calls.ts'
import * as staff from './accounts/staff-calls.ts'
import * as team from './accounts/team-calls.ts'
import * as calendar from './calendar/calls.ts'
import * as integrations from './calendar/integration-calls.ts'
import * as times from './calendar/time-calls.ts'
import * as chat from './chat/calls.ts'
import * as filter from './chat/filter-calls.ts'
import * as gestures from './chat/gesture-calls.ts'
import * as presence from './chat/presence.ts'
import * as translation from './chat/translation.ts'
import * as staffChat from './chat/staff-calls.ts'
import * as content from './content/calls.ts'
import * as community from './content/community-calls.ts'
import * as desk from './content/desk-calls.ts'
import * as drafts from './content/draft-calls.ts'
import * as draftTeam from './content/draft-team-calls.ts'
import * as draftVersions from './content/version-calls.ts'
import * as exchange from './content/exchange-calls.ts'
import * as screens from './content/screen-calls.ts'
import type { Call } from './core/call.ts'
import * as core from './core/calls.ts'
import * as clientErrors from './core/client-errors.ts'
import * as files from './core/files.ts'
import * as feed from './feed/calls.ts'
import * as help from './help/calls.ts'
import * as helpStaff from './help/staff-calls.ts'
import * as learning from './learning/calls.ts'
import * as sessions from './learning/session-calls.ts'
import * as quizzes from './learning/quiz-calls.ts'
import * as matching from './matching/calls.ts'
import * as screening from './matching/screening-calls.ts'
import * as staffMatching from './matching/staff-calls.ts'
import * as mentorships from './mentorship/calls.ts'
import * as courses from './mentorship/course-calls.ts'
import * as farewells from './mentorship/farewell-calls.ts'
import * as staffMentorships from './mentorship/staff-calls.ts'
import * as notices from './notices/calls.ts'
import * as safety from './safety/calls.ts'
import * as safetyCases from './safety/case-calls.ts'
import * as safetyDesk from './safety/desk-calls.ts'
import * as audit from './staff/audit-calls.ts'
import * as bulk from './staff/bulk-calls.ts'
import * as staffConsole from './staff/console-calls.ts'
import * as pairs from './staff/pair-calls.ts'
import * as people from './staff/people-calls.ts'
import * as programmes from './staff/programme-calls.ts'
import * as search from './staff/search-calls.ts'
import * as settings from './staff/settings-calls.ts'
import * as surveys from './surveys/calls.ts'
import * as correction from './surveys/staff-calls.ts'
import * as readiness from './surveys/readiness-calls.ts'
import * as video from './video/calls.ts'
import * as recordings from './video/recording-calls.ts'
import * as staffVideo from './video/staff-calls.ts'
import * as worklist from './worklist/calls.ts'
import * as pairNotes from './worklist/note-calls.ts'
import * as nudges from './worklist/nudge-calls.ts'
import * as workContacts from './worklist/contact-calls.ts'
import * as workRules from './worklist/rule-calls.ts'

const modules = [
  core,
  clientErrors,
  files,
  identity,
  codes,
  signUp,
  accounts,
  nextStep,
  looks,
  recovery,
  staff,
  imports,
  team,
  notices,
  help,
  helpStaff,
  content,
  community,
  desk,
  drafts,
  draftTeam,
  draftVersions,
  exchange,
  screens,
  feed,
  learning,
  sessions,
  quizzes,
  surveys,
  correction,
  readiness,
  mentorships,
  courses,
  farewells,
  staffMentorships,
  matching,
  staffMatching,
  screening,
  calendar,
  integrations,
  times,
  chat,
  filter,
  gestures,
  presence,
  translation,
  staffChat,
  video,
  recordings,
  staffVideo,
  safety,
  safetyDesk,
  safetyCases,
  worklist,
  pairNotes,
  nudges,
  workContacts,
  workRules,
  staffConsole,
  people,
  search,
  bulk,
  settings,
  pairs,
  audit,
  programmes,
]
// The modules also export helpers next to their calls.
const isCall = (member: unknown): member is Call => typeof member === 'object' && member !== null && 'path' in member

/** Every call, for the API description, the authorisation matrix and the fuzzer. */
export const everyCall: readonly Call[] = modules.flatMap((module) => Object.values(module).filter(isCall))
