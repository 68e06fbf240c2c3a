import { getConsole, getDigest, getStaffTexts, setDigest } from '@saathi/contract/staff/console-calls'
import type { Waiting } from '@saathi/contract/staff/console-calls'
import * as auditCalls from '@saathi/contract/staff/audit-calls'
import * as bulkCalls from '@saathi/contract/staff/bulk-calls'
import * as pairs from '@saathi/contract/staff/pair-calls'
import * as people from '@saathi/contract/staff/people-calls'
import * as programmeCalls from '@saathi/contract/staff/programme-calls'
import * as settingsCalls from '@saathi/contract/staff/settings-calls'
import { searchConsole as searchConsoleCall } from '@saathi/contract/staff/search-calls'
import type { FastifyInstance } from 'fastify'
import { can } from '#accounts/public.ts'
import type { Domain } from '#core/domain.ts'
import type { Env } from '#core/env.ts'
import { serve } from '#core/serve.ts'
import { staffDictionary } from '#core/texts.ts'
import { findPairPeople } from '#mentorship/public.ts'
import * as audit from './audit/audit.ts'
import * as bulk from './bulk/bulk.ts'
import { bulkJobs } from './bulk/job.ts'
import { deleteBulkAbout, findBulkMadeBy } from './bulk/store.ts'
import { deleteAbout, findNotes, findViews } from './people/notes-store.ts'
import * as notes from './people/notes.ts'
import { createProgramme, setBasics } from './programmes/changes.ts'
import * as cohorts from './programmes/cohorts.ts'
import * as plan from './programmes/plan.ts'
import { getProgramme, listProgrammes } from './programmes/programmes.ts'
import { changeRole, countRefusedMail, countStages, getPersonFacts, listPeople } from './people/people.ts'
import { countRunning, getPairFacts, listPairs } from './pairs/pairs.ts'
import * as service from './service.ts'
import { bellJob } from './waiting/bell.ts'
import { findRhythm } from './waiting/digest-store.ts'
import * as digest from './waiting/digest.ts'
import { searchConsole, searchPeople, type StaffSearch } from './search.ts'
import * as settings from './settings/settings.ts'

declare module '#core/ctx.ts' {
  interface DomainHooks {
    /** Adds the number of the domain's open tasks that the reader may act on. */
    addWaiting: (ctx: Ctx, waiting: Waiting) => Promise<void>
    /** Console searches of the domain; each checks who may see its results. */
    searches: readonly StaffSearch[]
  }
}

export const staff: Domain = {
  name: 'staff',
  routes: async (app, { env }) => {
    serve(app, getStaffTexts, async (_ctx, { query }) => ({ translations: staffDictionary(query.languageCode) }))
    serve(app, getConsole, (ctx) => service.getConsole(ctx))
    serve(app, getDigest, (ctx) => digest.getDigest(ctx))
    serve(app, setDigest, (ctx, { body }) => digest.setDigest(ctx, body.rhythm))
    serve(app, searchConsoleCall, (ctx, { query }) => searchConsole(ctx, query.text))
    peopleRoutes(app)
    bulkRoutes(app)
    pairRoutes(app)
    auditRoutes(app)
    programmeRoutes(app)
    settingsRoutes(app, env)
  },
  addWaiting: async (ctx, waiting) => {
    if (can(ctx.actor, 'staff.people_read')) waiting.mail = await countRefusedMail(ctx)
  },
  jobs: [...bulkJobs, bellJob, digest.digestJob, digest.digestMailJob],
  searches: [{ kind: 'person', action: 'staff.people_read', find: searchPeople }],
  exportPerson: async ({ db }, { personId }) => ({
    notes: (await findNotes(db, personId)).map(({ text, at }) => ({ text, at })),
    mailAboutWhatWaits: await findRhythm(db, personId),
    savedViews: (await findViews(db, personId)).map(({ name, query }) => ({ name, query })),
    bulkActs: await findBulkMadeBy(db, personId),
  }),
  erasePerson: async ({ db }, personId) => {
    await deleteAbout(db, personId)
    await deleteBulkAbout(db, personId)
  },
}

function peopleRoutes(app: FastifyInstance) {
  serve(app, people.listPeople, (ctx, { query }) => listPeople(ctx, query))
  serve(app, people.getPersonFacts, (ctx, { params }) => getPersonFacts(ctx, params.personId))
  serve(app, people.changeRole, async (ctx, { params, body }) => {
    await changeRole(ctx, params.personId, body.role)
    return {}
  })
  serve(app, people.addStaffNote, (ctx, { params, body }) => notes.addNote(ctx, params.personId, body.text))
  serve(app, people.listSavedViews, (ctx) => notes.listViews(ctx))
  serve(app, people.saveView, (ctx, { body }) => notes.saveView(ctx, body))
  serve(app, people.deleteView, async (ctx, { params }) => {
    await notes.deleteView(ctx, params.id)
    return {}
  })
}

function bulkRoutes(app: FastifyInstance) {
  serve(app, bulkCalls.prepareBulkAct, (ctx, { body }, { ip }) => bulk.prepareBulkAct(ctx, body, ip))
  serve(app, bulkCalls.startBulkAct, (ctx, { params }) => bulk.startBulkAct(ctx, params.id))
  serve(app, bulkCalls.stopBulkAct, (ctx, { params }) => bulk.stopBulkAct(ctx, params.id))
  serve(app, bulkCalls.getBulkAct, (ctx, { params }) => bulk.getBulkAct(ctx, params.id))
  serve(app, bulkCalls.listBulkActs, (ctx, { query }) => bulk.listBulkActs(ctx, query.before ?? null))
  serve(app, bulkCalls.listBulkPeople, (ctx, { params, query }) => bulk.listBulkPeople(ctx, params.id, query.part, query.after))
}

function pairRoutes(app: FastifyInstance) {
  serve(app, pairs.listPairs, (ctx, { query }) => listPairs(ctx, query))
  serve(
    app,
    pairs.getPairFacts,
    (ctx, { params }) => getPairFacts(ctx, params.id),
    (db, { params }) => findPairPeople(db, params.id),
  )
  serve(app, pairs.getOverview, async (ctx) => ({ stages: await countStages(ctx), ...(await countRunning(ctx)) }))
}

function auditRoutes(app: FastifyInstance) {
  serve(app, auditCalls.listActs, (ctx, { query }) => audit.listActs(ctx, query))
  serve(app, auditCalls.exportActs, (ctx, { query }) => audit.exportActs(ctx, query))
  serve(app, auditCalls.checkActs, (ctx) => audit.checkActs(ctx, app.staffActs))
}

function programmeRoutes(app: FastifyInstance) {
  serve(app, programmeCalls.listProgrammes, (ctx) => listProgrammes(ctx))
  serve(app, programmeCalls.createProgramme, (ctx, { body }) => createProgramme(ctx, body))
  serve(app, programmeCalls.getProgramme, (ctx, { params }) => getProgramme(ctx, params.programmeId))
  serve(app, programmeCalls.setProgrammeBasics, (ctx, { params, body }) => setBasics(ctx, params.programmeId, body))
  serve(app, programmeCalls.addCohort, (ctx, { params, body }) => cohorts.addCohort(ctx, params.programmeId, body))
  serve(app, programmeCalls.changeCohort, (ctx, { params, body }) => cohorts.changeCohort(ctx, params, body))
  serve(app, programmeCalls.deleteCohort, (ctx, { params }) => cohorts.deleteCohort(ctx, params))
  serve(app, programmeCalls.addCode, (ctx, { params, body }) => cohorts.addCode(ctx, params.programmeId, body))
  serve(app, programmeCalls.changeCode, (ctx, { params, body }) => cohorts.changeCode(ctx, params.programmeId, params.code, body))
  serve(app, programmeCalls.setSchedule, (ctx, { params, body }) => plan.setSchedule(ctx, params.programmeId, body))
  serve(app, programmeCalls.setMatchingPlan, (ctx, { params, body }) => plan.setMatchingPlan(ctx, params.programmeId, body))
}

function settingsRoutes(app: FastifyInstance, env: Env) {
  serve(app, settingsCalls.getSettings, (ctx) => settings.getSettings(ctx, env))
  serve(app, settingsCalls.sendTestMail, (ctx) => settings.sendTestMail(ctx))
  serve(app, settingsCalls.setMailSender, async (ctx, { body }) => {
    await settings.setMailSender(ctx, body.sender)
    return {}
  })
  serve(app, settingsCalls.setLanguageOffered, async (ctx, { params, body }) => {
    await settings.setLanguageOffered(ctx, params.code, body.isOffered)
    return {}
  })
  serve(app, settingsCalls.setRetention, async (ctx, { params, body }) => {
    await settings.setRetention(ctx, params.kind, body.days)
    return {}
  })
}
