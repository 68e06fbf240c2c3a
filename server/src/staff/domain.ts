import { getConsole, getStaffTexts } from '@saathi/contract/staff/console-calls'
import type { Waiting } from '@saathi/contract/staff/console-calls'
import * as auditCalls from '@saathi/contract/staff/audit-calls'
import * as bulkCalls from '@saathi/contract/staff/bulk-calls'
import * as people from '@saathi/contract/staff/people-calls'
import * as settingsCalls from '@saathi/contract/staff/settings-calls'
import { searchConsole as searchConsoleCall } from '@saathi/contract/staff/search-calls'
import type { FastifyInstance } from 'fastify'
import type { Domain } from '#core/domain.ts'
import type { Env } from '#core/env.ts'
import { serve } from '#core/serve.ts'
import { staffDictionary } from '#core/texts.ts'
import * as audit from './audit/audit.ts'
import * as bulk from './bulk/bulk.ts'
import { bulkJobs } from './bulk/job.ts'
import { deleteBulkAbout, findBulkMadeBy } from './bulk/store.ts'
import { deleteAbout, findNotes, findViews } from './people/notes-store.ts'
import * as notes from './people/notes.ts'
import { changeRole, getPersonFacts, listPeople } from './people/people.ts'
import { searchConsole, searchPeople, type StaffSearch } from './search.ts'
import * as service from './service.ts'
import * as settings from './settings/settings.ts'

declare module '#core/ctx.ts' {
  interface DomainHooks {
    /** Adds what waits for the reader in the domain, as far as they may act on it. */
    addWaiting: (ctx: Ctx, waiting: Waiting) => Promise<void>
    /** What the console finds in the domain, each kind with its own rule of who may see it. */
    searches: readonly StaffSearch[]
  }
}

export const staff: Domain = {
  name: 'staff',
  routes: async (app, { env }) => {
    serve(app, getStaffTexts, async (_ctx, { query }) => ({ translations: staffDictionary(query.languageCode) }))
    serve(app, getConsole, (ctx) => service.getConsole(ctx))
    serve(app, searchConsoleCall, (ctx, { query }) => searchConsole(ctx, query.text))
    peopleRoutes(app)
    bulkRoutes(app)
    auditRoutes(app)
    settingsRoutes(app, env)
  },
  jobs: bulkJobs,
  searches: [{ kind: 'person', action: 'staff.people_read', find: searchPeople }],
  exportPerson: async ({ db }, { personId }) => ({
    notes: (await findNotes(db, personId)).map(({ text, at }) => ({ text, at })),
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

function auditRoutes(app: FastifyInstance) {
  serve(app, auditCalls.listActs, (ctx, { query }) => audit.listActs(ctx, query))
  serve(app, auditCalls.exportActs, (ctx, { query }) => audit.exportActs(ctx, query))
  serve(app, auditCalls.checkActs, (ctx) => audit.checkActs(ctx, app.staffActs))
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
